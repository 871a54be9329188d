"""Object detectors: matching of boxes, missed and false objects, average precision, localisation, delay of detection."""
