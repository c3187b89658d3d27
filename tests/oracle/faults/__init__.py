"""Known faults put back one at a time, and after how many random worlds the oracles find each of them."""
