"""Times that texts state: of exposure, of the calendar, dates, lengths in words."""
