"""AutoGraph: Python control flow as graphs."""
