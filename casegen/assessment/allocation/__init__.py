"""The way down: from a target to what an event, a group or a measured input must meet."""
