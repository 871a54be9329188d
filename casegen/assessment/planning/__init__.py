"""The cheapest further evidence that would make claims hold, and the split of a joint confidence."""
