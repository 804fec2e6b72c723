"""Pure painting: foreign text and model values become rich Text; nothing else reaches a widget."""
