"""Use cases; together with model, all that an entrance imports."""
