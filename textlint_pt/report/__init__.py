"""What is found in texts: findings, from a rule to the finished report, and how they are worded."""
