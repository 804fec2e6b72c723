"""Pure functions over model values: no file, clock, environment or process."""
