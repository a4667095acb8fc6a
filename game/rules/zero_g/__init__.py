"""Zero-g: momentum, recoil, stray shots (ZG), over the classic core."""
