"""An assessment as plain data, with which a page computes what-ifs by itself."""
