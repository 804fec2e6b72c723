"""Whether a text is an SSH signature for git at all, by its form (PROTOCOL.sshsig).

`ssh-keygen` ends early over one that is not, and git may then end with it and judge nothing.
"""

from __future__ import annotations

import base64
import binascii
import struct

BEGIN = "-----BEGIN SSH SIGNATURE-----"
_END = "-----END SSH SIGNATURE-----"
_MAGIC = b"SSHSIG" + struct.pack(">I", 1)
_HASHES = (b"sha256", b"sha512")


def well_formed(text: str) -> bool:
    """An armoured signature in namespace `git` with all of its parts and nothing behind them."""
    lines = text.strip("\n").split("\n")
    if len(lines) < 3 or lines[0] != BEGIN or lines[-1] != _END:
        return False
    try:
        data = base64.b64decode("".join(lines[1:-1]).encode("ascii"), validate=True)
    except (binascii.Error, UnicodeEncodeError):
        return False
    parts = _parts(data.removeprefix(_MAGIC)) if data.startswith(_MAGIC) else None
    if parts is None or len(parts) != 5:
        return False
    key, namespace, _, hashed, signature = parts
    return bool(key and signature) and namespace == b"git" and hashed in _HASHES


def _parts(data: bytes) -> list[bytes] | None:
    """Strings with their length in front; None where one ends too early."""
    found = []
    while data:
        if len(data) < 4:
            return None
        (size,) = struct.unpack(">I", data[:4])
        if len(data) < 4 + size:
            return None
        found.append(data[4 : 4 + size])
        data = data[4 + size :]
    return found
