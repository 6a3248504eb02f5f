"""The table: one referee, the clock in samples, the journal, and the loops that join rules, ears and voice."""
