"""What sentences do with what they say, whatever it is about: deny it, quote it, leave it open; English and German."""
