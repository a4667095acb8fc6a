"""What figs do and suffer: they keep pace, ride, run into things, fight and shoot."""
