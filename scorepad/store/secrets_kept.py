"""How the store keeps what opens a table: whoever reads it, or a backup of it, opens nothing with that."""

from __future__ import annotations

import hashlib
import secrets

SALT_BYTES = 8  # that make each sealed key another one


def hash_secret(secret: str) -> str:
    """Keys have 128 random bits, so a plain hash keeps them; none is ever stored as it is."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def sealed_key(phone: str, key: str) -> str:
    """A phone's key, which its own secret alone opens; empty where it has none."""
    if not key:
        return ""
    salt = secrets.token_hex(SALT_BYTES)
    return salt + _mixed(phone, salt, key.encode("utf-8", "replace")).hex()


def opened_key(phone: str, sealed: str) -> str:
    """The key that was sealed for the phone with that secret."""
    salt, mixed = sealed[: 2 * SALT_BYTES], bytes.fromhex(sealed[2 * SALT_BYTES :])
    return _mixed(phone, salt, mixed).decode("utf-8", "replace")


def _mixed(phone: str, salt: str, text: bytes) -> bytes:
    """The bytes beside as many that only the secret and the salt give; mixed again they are as before."""
    pad = hashlib.shake_256(f"{salt}{phone}".encode("utf-8", "replace")).digest(len(text))
    return bytes(a ^ b for a, b in zip(text, pad, strict=True))
