"""What a phone and the light do to a picture."""

import cv2
import numpy as np

from vision.training.inked import Picture


def _field(size: int, cells: int, rng: np.random.Generator) -> np.ndarray:
    small = rng.random((cells, cells)).astype(np.float32)
    return np.asarray(cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC), np.float32)[:, :, None]


def _light(picture: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    size = picture.shape[0]
    cast = np.exp(rng.normal(0, [0.14, 0.03, 0.1])).astype(np.float32)
    if rng.random() < 0.3:  # lamps at home are yellow
        cast *= np.array([rng.uniform(0.45, 0.9), rng.uniform(0.85, 1.0), 1.0], np.float32)
    picture = picture * cast
    picture = picture * (1 - _field(size, int(rng.integers(2, 5)), rng) * np.float32(rng.uniform(0, 0.5)))
    if rng.random() < 0.3:  # the shadow of a hand or of the phone
        shape = np.ones((size, size), np.float32)
        points = (rng.uniform(0, size, 2) + rng.normal(0, size * 0.35, (4, 2))).astype(np.int32)
        cv2.fillConvexPoly(shape, cv2.convexHull(points), float(rng.uniform(0.35, 0.8)))
        picture = picture * cv2.GaussianBlur(shape, (0, 0), rng.uniform(1, 25))[:, :, None]
    bright = float(np.percentile(picture[::8, ::8], 97))  # phones set their own exposure
    wanted = rng.uniform(170, 275) if rng.random() < 0.85 else rng.uniform(70, 170)
    picture = picture * np.float32(np.clip(wanted / max(bright, 20), 0.4, 2.5))
    if rng.random() < 0.4:
        fine = int(rng.integers(3, 7)) if rng.random() < 0.6 else int(rng.integers(8, 22))
        spot = np.clip(_field(size, fine, rng) * 2.2 - rng.uniform(0.9, 1.5), 0, 1)
        share = spot * np.float32(rng.uniform(0.2, 0.95))
        picture = picture + (np.float32(rng.uniform(215, 262)) - picture) * share
    return picture


def _blur(picture: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    kind = rng.random()
    if kind < 0.55:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.3)))
    if kind < 0.7:
        length = int(rng.integers(2, 6))
        kernel = np.zeros((length * 2 + 1, length * 2 + 1), np.float32)
        angle = rng.uniform(0, np.pi)
        step = (np.array([np.cos(angle), np.sin(angle)]) * length / 2).round().astype(int)
        cv2.line(
            kernel,
            (int(length - step[0]), int(length - step[1])),
            (int(length + step[0]), int(length + step[1])),
            1,
        )
        return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()))
    if kind < 0.85:
        size = picture.shape[0]
        small = round(size / rng.uniform(1.2, 1.8))
        way = (cv2.INTER_AREA, cv2.INTER_LINEAR)[int(rng.integers(2))]
        back = (cv2.INTER_LINEAR, cv2.INTER_CUBIC)[int(rng.integers(2))]
        return np.asarray(
            cv2.resize(
                cv2.resize(picture, (small, small), interpolation=way), (size, size), interpolation=back
            )
        )
    return picture


def _sharpened(picture: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    soft = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.8, 2))
    return np.asarray(picture + (picture - soft) * np.float32(rng.uniform(0.3, 1.5)))


def photographed(picture: Picture, rng: np.random.Generator) -> Picture:
    """The square picture as a phone would bring it home: same size, same places."""
    seen = _blur(_light(picture.astype(np.float32), rng), rng)
    if rng.random() < 0.25:
        seen = _sharpened(seen, rng)
    noise = rng.uniform(0, 9) if rng.random() < 0.6 else 0.0
    if noise:
        small = rng.normal(0, noise, (seen.shape[0] // 2, seen.shape[1] // 2, 3)).astype(np.float32)
        grain = cv2.resize(small, (seen.shape[1], seen.shape[0])) if rng.random() < 0.5 else None
        seen = seen + (rng.normal(0, noise, seen.shape).astype(np.float32) if grain is None else grain)
    done = np.clip(seen, 0, 255).astype(np.uint8)
    if rng.random() < 0.75:
        quality = int(rng.integers(28, 95))
        _, coded = cv2.imencode(".jpg", done, [cv2.IMWRITE_JPEG_QUALITY, quality])
        done = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(done)
