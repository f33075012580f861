"""Every kind of picture that phones make is read upright; what is none is refused before it is decoded."""

from __future__ import annotations

import io
from contextlib import closing

import numpy as np
import pillow_heif
import pytest
from PIL import Image

from scorepad.photos import formats, reading
from scorepad.photos.limits import LONGEST, MOST_BYTES, NotAPhoto, TooManyBytes
from tests.photos.photo_files import KINDS, exif, file_of, jpeg, nonsense_exif, picture, png, scanned, sound

STORED = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}
"""How a camera held that way stores an upright scene, by the EXIF standard."""


def seen(image):
    """The pixels of a picture as the reader takes them."""
    return np.asarray(image.convert("RGB"), int)[:, :, ::-1]


def near(one, other, by=24):
    """Whether two pictures show the same, but for what compression loses."""
    return one.shape == other.shape and np.abs(one.astype(int) - other).mean() < by / 4


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("orientation", [*STORED])
def test_a_photo_is_turned_upright_however_the_phone_was_held(kind, orientation):
    """All eight orientations, in every kind of file."""
    turn = STORED[orientation]
    stored = picture() if turn is None else picture().transpose(turn)
    read = formats.decoded_picture(file_of(stored, kind, exif=exif(orientation), quality=95))
    assert near(read, seen(picture()))


@pytest.mark.parametrize("data", [*nonsense_exif()])
def test_an_orientation_that_there_is_not_turns_nothing(data):
    """Nor does EXIF data that is broken."""
    read = formats.decoded_picture(data)
    assert read.shape in ((64, 48, 3), (48, 64, 3))


@pytest.mark.parametrize("name", [*sound()])
def test_every_kind_of_file_becomes_plain_pixels(name):
    """Blue, green and red of 8 bits, in memory as the networks take them."""
    read = formats.decoded_picture(sound()[name])
    assert read.dtype == np.uint8
    assert read.flags.c_contiguous
    assert sorted(read.shape) == [3, 48, 64]


def test_colours_are_read_alike_from_every_way_to_store_them():
    """CMYK, palettes and transparency included; grey stays grey."""
    plain, grey = picture(), picture().convert("L")
    for stored, how in (
        (plain.convert("CMYK"), {"kind": "JPEG", "quality": 95}),
        (plain.quantize(256), {"kind": "PNG"}),
        (plain.convert("RGBA"), {"kind": "PNG"}),
    ):
        assert near(formats.decoded_picture(file_of(stored, **how)), seen(plain))
    assert near(formats.decoded_picture(file_of(grey, quality=95)), seen(grey))


def test_sixteen_bits_keep_their_light():
    """They are not cut to black and white."""
    deep = Image.fromarray(np.arange(0, 65_536, 16, dtype=np.uint16).reshape(64, 64))
    read = formats.decoded_picture(file_of(deep, "PNG"))
    assert np.array_equal(read[:, :, 0].ravel(), np.arange(0, 65_536, 16) >> 8)


def test_what_is_transparent_lies_on_white():
    """Whatever colour its pixels hide; also where a palette or a single colour is named transparent."""
    clear = Image.new("RGBA", (40, 30), (0, 0, 0, 0))
    clear.paste((200, 30, 40, 255), (0, 0, 20, 30))
    palette = Image.new("P", (40, 30), 1)
    palette.putpalette([0, 0, 0, 200, 30, 40])
    palette.paste(0, (20, 0, 40, 30))
    for data in (
        file_of(clear, "PNG"),
        file_of(clear, "WEBP", lossless=True),
        file_of(palette, "PNG", transparency=0),
    ):
        read = formats.decoded_picture(data)
        assert read[15, 5].tolist() == [40, 30, 200]
        assert read[15, 35].tolist() == [255, 255, 255]


def test_a_moving_picture_is_read_by_its_first_frame():
    """Phones make them beside the photo."""
    frames = [Image.new("RGB", (30, 20), colour) for colour in ("red", "green")]
    for kind in ("WEBP", "PNG", "AVIF"):
        read = formats.decoded_picture(file_of(frames[0], kind, save_all=True, append_images=frames[1:]))
        assert read[10, 15, 2] > 200


@pytest.mark.parametrize("size", [(1, 1), (1, 3000), (9000, 40), (LONGEST, 4)])
def test_small_and_very_wide_pictures_are_read(size):
    """They hold no cards, and say so."""
    answer = reading.read_photo(file_of(Image.new("RGB", size, "green"), "PNG"))
    assert [*answer.cards, *answer.groups, *answer.unsure] == []


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "empty"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "isn’t a picture"),
        (file_of(picture(), "GIF"), "isn’t a picture"),
        (jpeg(10_000, 6_001), "more than 60 megapixels"),
        (jpeg(60_000, 60_000), "more than 60 megapixels"),
        (png(6_000, 5_001), "may have 30 megapixels"),
        (png(5_000, 5_000, depth=16), "may have 15 megapixels"),
        (jpeg(10_000, 6_000, progressive=True, scans=40), "more than 15 times"),
        (png(LONGEST + 1, 4), "pixels long"),
    ],
)
def test_what_is_no_photo_is_refused_by_its_head(data, said):
    """In one sentence, and before its pixels are decoded."""
    with pytest.raises(NotAPhoto, match=said) as refused:
        formats.opened_picture(data).close()
    assert refused.value.message.endswith(".")


def test_twenty_megabytes_are_read_and_no_byte_more():
    """What follows a picture counts too."""
    data = file_of(picture())
    formats.opened_picture(data + bytes(MOST_BYTES - len(data))).close()
    with pytest.raises(TooManyBytes, match="20 MB"):
        formats.opened_picture(data + bytes(MOST_BYTES - len(data) + 1)).close()


@pytest.mark.parametrize("progressive", [False, True])
@pytest.mark.parametrize("size", [(4_000, 3_000), (8_000, 6_000), (8_192, 6_144), (10_000, 6_000)])
def test_what_phones_take_is_allowed_by_its_head(size, progressive):
    """12, 48, 50 and 60 megapixels."""
    formats.opened_picture(jpeg(*size, progressive=progressive)).close()


def test_what_other_programs_write_is_allowed_by_its_head():
    """Of 16 bits half as many pixels."""
    formats.opened_picture(png(6_000, 5_000)).close()
    formats.opened_picture(png(4_000, 3_000, depth=16)).close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_usual_picture_has_eight_bits_of_a_colour(kind):
    """Whatever kind of file it is."""
    data = file_of(picture(), kind)
    with closing(formats.opened_picture(data)) as opened:
        assert formats.bits_of_a_colour(opened, data) == 8


def test_more_bits_of_a_colour_are_read_from_the_head():
    """Of HEIC as its decoder says, of AVIF from its configuration."""
    heif, avif = deep_heif(), file_of(picture(), "AVIF")
    with closing(formats.opened_picture(heif)) as opened:
        assert formats.bits_of_a_colour(opened, heif) == 10
    with closing(formats.opened_picture(avif)) as opened:
        at = avif.index(b"av1C") + 6
        deep = avif[:at] + bytes([avif[at] | 0x40]) + avif[at + 1 :]
        assert formats.bits_of_a_colour(opened, deep) == 10


def deep_heif():
    """A picture of 10 bits."""
    written, light = io.BytesIO(), np.full((64, 64, 3), 40_000, "<u2")
    pillow_heif.from_bytes(mode="RGB;16", size=(64, 64), data=light.tobytes()).save(written)
    return written.getvalue()


def test_a_photo_cut_short_is_refused():
    """Half a hand would be read from half a photo."""
    for kind in KINDS:
        data = file_of(picture(300, 400), kind)
        with pytest.raises(NotAPhoto):
            formats.decoded_picture(data[: len(data) // 2])


def test_a_jpeg_that_is_drawn_over_without_end_is_refused():
    """A file of some kilobytes could else take hours; what programs make passes, with whatever follows it."""
    with pytest.raises(NotAPhoto, match="more than 64 times"):
        formats.opened_picture(scanned(picture(), 1000)).close()
    formats.opened_picture(scanned(picture(), 5)).close()
    film = b"\xff\xda\0\x0c" * 1000
    formats.opened_picture(file_of(picture(), progressive=True) + film).close()
