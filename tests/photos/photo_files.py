"""Picture files for tests: sound ones of every kind that is read, and broken ones made of them."""

from __future__ import annotations

import io
import random
import struct
import zlib
from collections.abc import Iterator

import numpy as np
import pillow_heif
from PIL import Image
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

pillow_heif.register_heif_opener()

PLACE = b"51.5007 N, 0.1246 W, at home"
KINDS = ("JPEG", "PNG", "WEBP", "HEIF", "AVIF")
ORIENTATION, GPS = 0x0112, 0x8825


def picture(width: int = 60, height: int = 80) -> Image.Image:
    """Four corners of different colours, so that every turn of it differs."""
    corners = np.array([[[220, 30, 30], [30, 200, 40]], [[40, 50, 230], [240, 240, 230]]], np.uint8)
    return Image.fromarray(corners).resize((width, height), Image.Resampling.BILINEAR)


def file_of(image: Image.Image, kind: str = "JPEG", **how: object) -> bytes:
    """The picture as a file."""
    written = io.BytesIO()
    image.save(written, kind, **how)
    return written.getvalue()


def exif(orientation: int = 1, place: bool = False) -> bytes:
    """EXIF data with that orientation, and where it was taken."""
    data = Image.Exif()
    data[ORIENTATION] = orientation
    if place:
        data[0x010E] = PLACE.decode()
        data.get_ifd(GPS).update(
            {1: "N", 2: (51.0, 30.0, 2.5), 3: "W", 4: (0.0, 7.0, 28.5), 29: "2026:11:21"}
        )
    return data.tobytes()


def sound() -> dict[str, bytes]:
    """A small file of every kind of picture that is read."""
    plain = picture(48, 64)
    return {
        "jpeg": file_of(plain, exif=exif(6, place=True)),
        "progressive": file_of(plain, progressive=True, icc_profile=bytes(300)),
        "cmyk": file_of(plain.convert("CMYK")),
        "grey": file_of(plain.convert("L")),
        "several": file_of(plain, "MPO", save_all=True, append_images=[plain]),
        "png": file_of(plain, "PNG", exif=exif(3)),
        "palette": file_of(plain.quantize(16), "PNG", transparency=3),
        "sixteen": file_of(Image.fromarray(np.full((64, 48), 40_000, np.uint16)), "PNG"),
        "clear": file_of(plain.convert("RGBA"), "PNG"),
        "webp": file_of(plain, "WEBP", exif=exif(8)),
        "lossless": file_of(plain.convert("RGBA"), "WEBP", lossless=True),
        "moving": file_of(plain, "WEBP", save_all=True, append_images=[plain.rotate(90)]),
        "heic": file_of(plain, "HEIF", exif=exif(6)),
        "ten bits": _heic_of_ten_bits(),
        "avif": file_of(plain, "AVIF", exif=exif(6)),
    }


def uploaded(photos: list[tuple[bytes, str]], **fields: str) -> dict[str, object]:
    """A form with photos (content, name) for a client's `post`, held in memory."""
    files = [FileStorage(io.BytesIO(data), filename=name) for data, name in photos]
    boundary, body = encode_multipart({"photo": files, **fields})
    return {"data": body, "content_type": f"multipart/form-data; boundary={boundary}"}


def _heic_of_ten_bits() -> bytes:
    light = np.linspace(0, 65_535, 64 * 48 * 3).astype(np.uint16)
    written = io.BytesIO()
    pillow_heif.from_bytes(mode="RGB;16", size=(48, 64), data=light.tobytes()).save(written)
    return written.getvalue()


def scanned(image: Image.Image, times: int) -> bytes:
    """A JPEG that goes over its pixels so many times more than it should."""
    data = file_of(image, progressive=True)
    return data[:-2] + data[data.rindex(b"\xff\xda") : -2] * times + data[-2:]


def jpeg(width: int, height: int, *, progressive: bool = False, scans: int = 0) -> bytes:
    """A JPEG that claims this size, with the pixels of a small one and so many scans too many."""
    small = scanned(picture(), scans) if progressive else file_of(picture())
    at = small.index(b"\xff\xc2" if progressive else b"\xff\xc0") + 5
    return small[:at] + struct.pack(">HH", height, width) + small[at + 4 :]


def png(width: int, height: int, *chunks: tuple[bytes, bytes], depth: int = 8, colour: int = 2) -> bytes:
    """A PNG that claims this size, with these chunks and no pixels."""
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    pieces = [_chunk(b"IHDR", head), *(_chunk(*chunk) for chunk in chunks), _chunk(b"IDAT", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(pieces) + _chunk(b"IEND", b"")


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def segment(mark: int, data: bytes) -> bytes:
    """A segment of a JPEG."""
    return struct.pack(">BBH", 0xFF, mark, len(data) + 2) + data


def foreign() -> Iterator[bytes]:
    """Files that are no photo of any kind that is read, and files that pretend."""
    plain, jpeg = picture(48, 64), file_of(picture(48, 64))
    yield from (b"", b"\0", bytes(5000), b"\xff" * 5000, b"GIF89a", b"BM", b"RIFF\0\0\0\0WEBP", b"II*\0MM\0*")
    yield from (b"plain text, and no picture\n" * 40, "♥Q ♠4 ♣5".encode(), b"PK\x03\x04" + bytes(200))
    yield b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
    yield b"%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF"
    yield b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><svg>&b;</svg>"
    yield from (file_of(plain, kind) for kind in ("GIF", "TIFF", "BMP", "PPM", "ICO", "TGA", "PDF"))
    yield file_of(plain, "GIF", save_all=True, append_images=[plain.rotate(90)] * 3)
    yield from (b"%PDF-1.7\n" + jpeg, b"GIF89a" + jpeg, jpeg + b"PK\x03\x04" + bytes(300), jpeg + jpeg)
    yield from (jpeg[:2] + segment(0xFE, b"<script>alert(1)</script>") + jpeg[2:], b"\n" + jpeg)
    yield from (
        b"\xff\xd8\xff",
        b"\xff\xd8\xff\xd9",
        b"\x89PNG\r\n\x1a\n",
        b"\0\0\0\x18ftypheic",
        b"\0\0\0\x18ftypavif",
    )


def bombs() -> Iterator[bytes]:
    """Small files that claim to be huge, or hold much that is no pixel."""
    for width, height in (
        (60_000, 60_000),
        (2**31 - 1, 2**31 - 1),
        (2**31 - 1, 1),
        (0, 0),
        (0, 5),
        (65_535, 917),
    ):
        yield png(width, height)
        yield png(width, height, depth=16, colour=6)
    zeros = zlib.compress(bytes(40_000_000), 9)
    for name, start in (
        (b"iCCP", b"icc\0\0"),
        (b"zTXt", b"Comment\0\0"),
        (b"iTXt", b"Comment\0\1\0\0\0"),
        (b"IDAT", b""),
    ):
        yield png(48, 64, (name, start + zeros))
    yield png(48, 64, *[(b"tEXt", b"Comment\0" + bytes(60_000))] * 50)
    jpeg = file_of(picture(48, 64))
    yield scanned(picture(48, 64), 20_000)
    frame = jpeg.index(b"\xff\xc0") + 5
    for height, width in ((65_535, 65_535), (0, 0), (1, 65_535), (8_000, 8_000), (0, 40)):
        yield jpeg[:frame] + struct.pack(">HH", height, width) + jpeg[frame + 4 :]
    yield jpeg[:2] + segment(0xE1, b"Exif\0\0" + bytes(60_000)) * 60 + jpeg[2:]
    yield jpeg[:2] + segment(0xE2, b"ICC_PROFILE\0\1\xff" + bytes(60_000)) * 60 + jpeg[2:]
    for kind, (at, size) in {"webp": (24, 3), "moving": (24, 3)}.items():
        data = sound()[kind]
        if data[12:16] == b"VP8X":
            yield data[:at] + b"\xff" * 2 * size + data[at + 2 * size :]
    for kind in ("heic", "avif"):
        data = sound()[kind]
        at = data.index(b"ispe") + 8
        for width, height in ((60_000, 60_000), (2**32 - 1, 2**32 - 1), (0, 0), (1, 1), (3_000, 2_000)):
            yield data[:at] + struct.pack(">II", width, height) + data[at + 8 :]


def nonsense_exif() -> Iterator[bytes]:
    """Sound pictures whose EXIF data says what no camera says."""
    for said in (0, 9, 255, 65_535):
        yield file_of(picture(48, 64), exif=exif(said))
    for kind, count, value in (
        (2, 4, b"six\0"),
        (3, 0, bytes(4)),
        (3, 9, b"\xff" * 4),
        (5, 1, bytes(4)),
        (99, 1, b"\6"),
    ):
        entry = struct.pack("<HHHI4s", 1, ORIENTATION, kind, count, value)
        yield file_of(picture(48, 64), exif=b"Exif\0\0II*\0\x08\0\0\0" + entry + bytes(4))
    good, head = exif(6), b"Exif\0\0II*\0"
    cut = [good[:9], good[:-3], good + b"\xff" * 90, b"Exif\0\0MM"]
    astray = [head + b"\xff" * 4, head + b"\x08\0\0\0\xff\xff" + bytes(90)]
    for bad in cut + astray:
        yield from (file_of(picture(48, 64), kind, exif=bad) for kind in ("JPEG", "PNG", "WEBP"))


def spoilt(seed: int, each: int) -> Iterator[bytes]:
    """Sound files cut, with bits turned, with parts filled, moved, repeated or taken from another."""
    random_ = random.Random(seed)
    files = list(sound().values())
    for data in files:
        for _ in range(each):
            yield random_.choice((_cut, _turned, _filled, _repeated, _crossed))(
                random_, data, random_.choice(files)
            )


def _cut(by: random.Random, data: bytes, _other: bytes) -> bytes:
    return data[: by.randrange(len(data))]


def _turned(by: random.Random, data: bytes, _other: bytes) -> bytes:
    changed = bytearray(data)
    reach = by.choice((64, 400, len(data)))
    for _ in range(by.choice((1, 2, 8, 40))):
        changed[by.randrange(min(reach, len(data)))] ^= 1 << by.randrange(8)
    return bytes(changed)


def _filled(by: random.Random, data: bytes, _other: bytes) -> bytes:
    at, size = by.randrange(len(data)), by.choice((1, 2, 4, 8, 64))
    return data[:at] + by.choice((b"\0", b"\xff", b"\x7f")) * size + data[at + size :]


def _repeated(by: random.Random, data: bytes, _other: bytes) -> bytes:
    start, end = sorted((by.randrange(len(data)), by.randrange(len(data))))
    return data[:end] + data[start:end] * by.choice((1, 3)) + data[end:]


def _crossed(by: random.Random, data: bytes, other: bytes) -> bytes:
    at = by.randrange(min(len(data), len(other)))
    return data[:at] + other[at:]
