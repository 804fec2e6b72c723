"""The core of Curator: values, rules, the one path to disk, and use cases over them."""
