"""Who plays, and what they do beside the rules: answers, take-back, agreements, the curtain."""
