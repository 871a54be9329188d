"""An error in words, whatever its class does when it is shown."""


def said(error: BaseException) -> str:
    """Kind and words of an error, in characters that a file can hold; words that cannot be had are left out."""
    try:
        words = f": {error}"
    except Exception:  # what a class of errors needs to be shown is its own affair
        words = ""
    return f"{type(error).__name__}{words}".encode("utf-8", "backslashreplace").decode()
