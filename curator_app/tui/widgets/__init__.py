"""The widgets: they take painted Text only, never a str."""
