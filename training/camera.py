"""What a phone and the light do to a picture."""

import cv2
import numpy as np

from training.printing import Picture


def _random_field(size: int, cell_count: int, rng: np.random.Generator) -> np.ndarray:
    coarse_field = rng.random((cell_count, cell_count)).astype(np.float32)
    return np.asarray(cv2.resize(coarse_field, (size, size), interpolation=cv2.INTER_CUBIC), np.float32)[
        :, :, None
    ]


CLEAR_SHARE = 0.45
"""Part of the pictures in even light and sharp, as most photos of a table are."""


def _evenly_lit_picture(picture: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    picture = picture * np.exp(rng.normal(0, [0.1, 0.02, 0.07])).astype(np.float32)
    evenness = _random_field(picture.shape[0], int(rng.integers(2, 4)), rng)
    picture = picture * (1 - evenness * np.float32(rng.uniform(0, 0.15)))
    brightness = float(np.percentile(picture[::8, ::8], 97))
    return picture * np.float32(np.clip(rng.uniform(190, 255) / max(brightness, 20), 0.6, 2.5))


def _lit_picture(picture: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    size = picture.shape[0]
    colour_cast = np.exp(rng.normal(0, [0.14, 0.03, 0.1])).astype(np.float32)
    if rng.random() < 0.3:  # lamps at home are yellow
        colour_cast *= np.array([rng.uniform(0.45, 0.9), rng.uniform(0.85, 1.0), 1.0], np.float32)
    picture = picture * colour_cast
    picture = picture * (
        1 - _random_field(size, int(rng.integers(2, 5)), rng) * np.float32(rng.uniform(0, 0.5))
    )
    if rng.random() < 0.3:  # the shadow of a hand or of the phone
        shadow_mask = np.ones((size, size), np.float32)
        shadow_corners = (rng.uniform(0, size, 2) + rng.normal(0, size * 0.35, (4, 2))).astype(np.int32)
        cv2.fillConvexPoly(shadow_mask, cv2.convexHull(shadow_corners), float(rng.uniform(0.35, 0.8)))
        picture = picture * cv2.GaussianBlur(shadow_mask, (0, 0), rng.uniform(1, 25))[:, :, None]
    brightness = float(np.percentile(picture[::8, ::8], 97))  # phones set their own exposure
    new_brightness = rng.uniform(170, 275) if rng.random() < 0.85 else rng.uniform(70, 170)
    picture = picture * np.float32(np.clip(new_brightness / max(brightness, 20), 0.4, 2.5))
    if rng.random() < 0.4:
        cell_count = int(rng.integers(3, 7)) if rng.random() < 0.6 else int(rng.integers(8, 22))
        glare = np.clip(_random_field(size, cell_count, rng) * 2.2 - rng.uniform(0.9, 1.5), 0, 1)
        glare_share = glare * np.float32(rng.uniform(0.2, 0.95))
        picture = picture + (np.float32(rng.uniform(215, 262)) - picture) * glare_share
    return picture


def _softened_picture(picture: np.ndarray, spread: float) -> np.ndarray:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), spread))


def _blurred_picture(picture: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    blur_kind = rng.random()
    if blur_kind < 0.55:
        return _softened_picture(picture, rng.uniform(0.3, 1.3))
    if blur_kind < 0.7:
        length = int(rng.integers(2, 6))
        kernel = np.zeros((length * 2 + 1, length * 2 + 1), np.float32)
        angle = rng.uniform(0, np.pi)
        half_stroke = (np.array([np.cos(angle), np.sin(angle)]) * length / 2).round().astype(int)
        cv2.line(
            kernel,
            (int(length - half_stroke[0]), int(length - half_stroke[1])),
            (int(length + half_stroke[0]), int(length + half_stroke[1])),
            1,
        )
        return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()))
    if blur_kind < 0.85:
        size = picture.shape[0]
        small_side = round(size / rng.uniform(1.2, 1.8))
        shrink_method = (cv2.INTER_AREA, cv2.INTER_LINEAR)[int(rng.integers(2))]
        enlarge_method = (cv2.INTER_LINEAR, cv2.INTER_CUBIC)[int(rng.integers(2))]
        return np.asarray(
            cv2.resize(
                cv2.resize(picture, (small_side, small_side), interpolation=shrink_method),
                (size, size),
                interpolation=enlarge_method,
            )
        )
    return picture


def _sharpened_picture(picture: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    soft_picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.8, 2))
    return np.asarray(picture + (picture - soft_picture) * np.float32(rng.uniform(0.3, 1.5)))


def photographed_picture(
    picture: Picture, rng: np.random.Generator, clear_share: float = CLEAR_SHARE
) -> Picture:
    """The square picture as a phone would bring it home: same size, same places."""
    clear, light = rng.random() < clear_share, picture.astype(np.float32)
    if clear:
        photo = _softened_picture(_evenly_lit_picture(light, rng), rng.uniform(0.2, 0.6))
    else:
        photo = _blurred_picture(_lit_picture(light, rng), rng)
    if rng.random() < (0.5 if clear else 0.25):
        photo = _sharpened_picture(photo, rng)
    noise_spread = rng.uniform(0, 4 if clear else 9) if rng.random() < 0.6 else 0.0
    if noise_spread:
        coarse_noise = rng.normal(0, noise_spread, (photo.shape[0] // 2, photo.shape[1] // 2, 3)).astype(
            np.float32
        )
        grain = cv2.resize(coarse_noise, (photo.shape[1], photo.shape[0])) if rng.random() < 0.5 else None
        photo = photo + (
            rng.normal(0, noise_spread, photo.shape).astype(np.float32) if grain is None else grain
        )
    photo_pixels = np.clip(photo, 0, 255).astype(np.uint8)
    if rng.random() < 0.75:
        jpeg_quality = int(rng.integers(70 if clear else 28, 95))
        _, jpeg_bytes = cv2.imencode(".jpg", photo_pixels, [cv2.IMWRITE_JPEG_QUALITY, jpeg_quality])
        photo_pixels = np.asarray(cv2.imdecode(jpeg_bytes, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(photo_pixels)
