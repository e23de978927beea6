"""What can be asked of a state: reach, supply, battles."""
