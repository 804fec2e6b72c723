"""The screens: they collect decisions and show what use cases answer."""
