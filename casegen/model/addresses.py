"""Addresses of documents elsewhere: which schemes name a document that somebody else can open."""

from __future__ import annotations

import re

from casegen.model.expressions import compiled

UNRESOLVED = "unresolved://"
"""Scheme of an artefact that the source of an import names, but that is no address and no file of the case folder."""

_THIS_COMPUTER = (
    r"localhost\b|127\.|0[.x]|0[0-7]+\.|(?:0x[0-9a-f]+|\d+)(?![\w.-])|\[(?:::1?|::ffff:127\.[\d.]+)\]"
)
"""also as one number, hexadecimal or octal, as programs that open an address take it"""
SCHEMES = (
    "http", "https", "ftp", "ftps", "sftp", "ssh", "git", "git+https", "git+ssh", "svn", "svn+https", "svn+ssh",
    "hg+https", "rsync", "webdav", "webdavs", "dav", "davs", "smb", "nfs", "file", "s3", "gs", "ipfs", "doi",
    "dms", "doors",
)  # fmt: skip
"""of addresses with a host or a store: those that the IANA registers for documents, and those of version control,
document management and storage in general use"""
ADDRESS = compiled(
    rf"^(?:{'|'.join(s.replace('+', '[+]') for s in SCHEMES)})://(?!(?:[^/\s?#@]*@)?(?:{_THIS_COMPUTER}))[^/\s?#]+",
    re.I,
)
"""a document elsewhere: of a scheme that is known, and of a host that is not this computer"""


def is_unresolved(artefact: str) -> bool:
    """Whether an artefact stands for a document that an import did not find.

    >>> [is_unresolved(name) for name in ("unresolved://doc.md", " UNRESOLVED://doc.md", "doc.md", "https://example.org/doc")]
    [True, True, False, False]
    """
    return artefact.strip().casefold().startswith(UNRESOLVED)


def without_mark(artefact: str) -> str:
    """The document as the source of an import named it.

    >>> without_mark("unresolved://doc.md"), without_mark("doc.md")
    ('doc.md', 'doc.md')
    """
    return artefact.strip()[len(UNRESOLVED) :] if is_unresolved(artefact) else artefact


_SCHEME = compiled(r"^([A-Za-z][A-Za-z0-9+.-]*)://")


def unknown_scheme(artefact: str) -> str:
    """The scheme of an address, where it is none of those that name a document; empty elsewhere.

    >>> unknown_scheme("foo://bar"), unknown_scheme("https://example.org"), unknown_scheme("doc.md")
    ('foo', '', '')
    """
    scheme = _SCHEME.match(artefact)
    return scheme[1] if scheme and scheme[1].casefold() not in SCHEMES else ""
