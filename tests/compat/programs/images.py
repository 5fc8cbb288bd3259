"""Pictures: resized, cut, mirrored, in other colours, compared, at random."""

import numpy as np

from . import raised


def _picture(height=5, width=7, dtype=np.float32, batch=None):
    shape = ([] if batch is None else [batch]) + [height, width, 3]
    values = (np.arange(np.prod(shape)) * 37 % 101).reshape(shape)
    return values.astype(dtype) if np.dtype(dtype).kind in "iu" else (values / 101).astype(dtype)


def resized_by_each_method(tf):
    picture = tf.constant(_picture())
    methods = [
        "bilinear",
        "nearest",
        "bicubic",
        "area",
        tf.image.ResizeMethod.BILINEAR,
        tf.image.ResizeMethod.NEAREST_NEIGHBOR,
    ]
    return [tf.image.resize(picture, size, method) for method in methods for size in ([3, 4], [8, 9], [5, 14], [5, 7])]


def resized_integers(tf):
    picture = tf.constant(_picture(dtype=np.uint8, batch=2))
    results = [tf.image.resize(picture, [3, 9], method) for method in ("bilinear", "nearest", "bicubic", "area")]
    return [*results, [r.dtype.name for r in results]]


def resized_in_proportion(tf):
    picture = tf.constant(_picture(6, 9))
    return [
        tf.image.resize(picture, [4, 4], preserve_aspect_ratio=True).shape.as_list(),
        tf.image.resize(picture, [20, 5], preserve_aspect_ratio=True),
        tf.image.resize_with_pad(picture, 4, 4),
        tf.image.resize_with_crop_or_pad(picture, 4, 12),
    ]


def resized_as_in_version_1(tf):
    raw = tf.raw_ops
    picture = tf.constant(_picture(batch=1))
    results = []
    for op in (raw.ResizeBilinear, raw.ResizeNearestNeighbor, raw.ResizeBicubic):
        results += [op(images=picture, size=[4, 9], align_corners=True), op(images=picture, size=[4, 9])]
    return [*results, raw.ResizeArea(images=picture, size=[4, 9], align_corners=True)]


def gradients_of_resizing(tf):
    results = []
    for method in ("bilinear", "nearest", "bicubic"):
        for size in ([3, 4], [7, 9]):
            x = tf.constant(_picture(batch=1))
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = tf.image.resize(x, size, method)
                loss = tf.reduce_sum(y * tf.reshape(tf.range(tf.size(y), dtype=tf.float32), tf.shape(y)))
            results.append(tape.gradient(loss, x))
    return results


def cut_and_padded(tf):
    picture = tf.constant(_picture(dtype=np.int32))
    return [
        tf.image.crop_to_bounding_box(picture, 1, 2, 3, 4),
        tf.image.pad_to_bounding_box(picture, 1, 0, 7, 9),
        tf.image.central_crop(picture, 0.5),
        tf.image.central_crop(tf.constant(_picture(8, 6, batch=2)), 0.6),
        raised(lambda: tf.image.crop_to_bounding_box(picture, 3, 2, 3, 4), "ValueError"),
        raised(lambda: tf.image.pad_to_bounding_box(picture, 0, 0, 3, 4), "ValueError"),
        raised(lambda: tf.image.central_crop(picture, 0.0), "ValueError"),
    ]


def mirrored_and_turned(tf):
    picture, batch = tf.constant(_picture(2, 3)), tf.constant(_picture(2, 3, batch=2))
    return (
        [
            f(x)
            for x in (picture, batch)
            for f in (tf.image.flip_left_right, tf.image.flip_up_down, tf.image.transpose, tf.image.rot90)
        ]
        + [tf.image.rot90(picture, k) for k in (2, 3, 4, -1)]
        + [tf.image.rot90(picture, tf.constant(3))]
    )


def in_other_dtypes(tf):
    floats = tf.constant([0.0, 0.25, 0.5, 0.999, 1.0])
    bytes_ = tf.constant([0, 1, 127, 255], tf.uint8)
    kinds = (tf.float32, tf.float64, tf.uint8, tf.uint16, tf.int16, tf.int32, tf.float16)
    results = [tf.image.convert_image_dtype(x, kind) for x in (floats, bytes_) for kind in kinds]
    return [tf.cast(r, tf.float64) for r in results] + [
        tf.image.convert_image_dtype([-1.0, 0.5, 2.0], tf.uint8, saturate=True),
        [r.dtype.name for r in results],
        tf.image.convert_image_dtype(tf.constant([300, 65535], tf.uint16), tf.uint8),
    ]


def colours(tf):
    picture, integers = tf.constant(_picture(3, 3)), tf.constant(_picture(3, 3, np.uint8))
    image = tf.image
    results = []
    for x in (picture, integers):
        results += [
            image.adjust_brightness(x, 0.2),
            image.adjust_contrast(x, 1.5),
            image.adjust_hue(x, 0.3),
            image.adjust_saturation(x, 2.0),
            image.rgb_to_grayscale(x),
        ]
    hsv = image.rgb_to_hsv(picture)
    return [
        *results,
        hsv,
        image.hsv_to_rgb(hsv),
        image.grayscale_to_rgb(picture[..., :1]),
        image.per_image_standardization(picture),
        image.per_image_standardization(integers),
    ]


def at_random(tf):
    tf.random.set_seed(3)
    picture = tf.constant(_picture(4, 5))
    image = tf.image
    results = [image.random_crop(picture, [2, 3, 3], seed=1), image.random_crop(picture, [2, 3, 3])]
    for _ in range(3):
        results += [
            image.random_flip_left_right(picture),
            image.random_flip_up_down(picture, seed=2),
            image.random_brightness(picture, 0.3),
            image.random_contrast(picture, 0.5, 1.5),
            image.random_saturation(picture, 0.5, 1.5),
            image.random_hue(picture, 0.2),
        ]
    batch = tf.constant(_picture(2, 2, batch=4))
    results += [image.random_flip_left_right(batch, seed=5), image.random_flip_up_down(batch)]
    return results + [
        raised(lambda: image.random_crop(picture, [9, 9, 3]), "InvalidArgumentError"),
        raised(lambda: image.random_hue(picture, 0.7), "ValueError"),
        raised(lambda: image.random_contrast(picture, 2, 1), "ValueError"),
        raised(lambda: image.random_brightness(picture, -1.0), "ValueError"),
    ]


def compared(tf):
    a, b = (
        _picture(16, 14, batch=2),
        _picture(16, 14, batch=2)[:, ::-1] * np.float32(0.5) + _picture(16, 14, batch=2) * np.float32(0.5),
    )
    ints = (_picture(12, 12, np.uint8), _picture(12, 12, np.uint8)[::-1])
    return [
        tf.image.psnr(a, b, 1.0),
        tf.image.ssim(a, b, 1.0),
        tf.image.psnr(*ints, 255),
        tf.image.ssim(*ints, 255, filter_size=7),
        tf.image.total_variation(tf.constant(a)),
        tf.image.total_variation(tf.constant(a[0])),
        tf.image.ssim(a, a, 1.0),
        raised(lambda: tf.image.ssim(a[:, :5], b[:, :5], 1.0), "InvalidArgumentError"),
    ]


def boxes(tf):
    batch = tf.constant(_picture(6, 5, batch=2))
    where = [[0.0, 0.0, 1.0, 1.0], [0.2, 0.1, 0.7, 0.9], [0.9, 0.8, 0.1, 0.2], [-0.5, 0.5, 0.5, 1.5]]
    results = [
        tf.image.crop_and_resize(batch, where, [0, 1, 0, 1], size, method, extrapolation_value=0.5)
        for size in ([3, 4], [1, 1], [9, 2])
        for method in ("bilinear", "nearest")
    ]
    corners = [
        [0.0, 0.0, 1.0, 1.0],
        [0.0, 0.1, 1.0, 1.1],
        [0.0, -0.1, 1.0, 0.9],
        [0.0, 10.0, 1.0, 11.0],
        [1.0, 10.1, 0.0, 11.1],
        [0.0, 100.0, 1.0, 101.0],
    ]
    scores = [0.9, 0.75, 0.6, 0.95, 0.5, 0.3]
    nms = tf.image.non_max_suppression
    return [
        *results,
        nms(corners, scores, 3),
        nms(corners, scores, 30),
        nms(corners, scores, 30, iou_threshold=0.9),
        nms(corners, scores, 30, 0.5, 0.55),
        nms(corners, [0.5] * 6, 10),
        raised(lambda: tf.image.crop_and_resize(batch, where, [0, 1, 2, 0], [2, 2]), "InvalidArgumentError"),
    ]


def gradients_of_crops(tf):
    image, where = (
        tf.constant(_picture(6, 5, batch=2)),
        tf.constant([[0.1, 0.0, 0.9, 1.0], [0.23, 0.11, 0.71, 0.93], [-0.5, 0.5, 0.5, 1.5]]),
    )
    results = []
    for size in ([3, 4], [1, 1]):
        with tf.GradientTape() as tape:
            tape.watch([image, where])
            y = tf.image.crop_and_resize(image, where, [0, 1, 1], size)
            loss = tf.reduce_sum(y * tf.reshape(tf.range(tf.size(y), dtype=tf.float32), tf.shape(y)))
        results += tape.gradient(loss, [image, where])
    return results


def files(tf):
    picture = tf.constant(_picture(4, 5, np.uint8))
    data = tf.io.encode_png(picture)
    return [
        tf.image.decode_png(data),
        tf.io.decode_png(data, channels=1),
        tf.image.decode_image(data, channels=3),
        tf.io.decode_image(data, dtype=tf.float32),
        tf.image.decode_image(data, expand_animations=False).shape.as_list(),
        raised(lambda: tf.image.decode_png("nonsense"), "InvalidArgumentError"),
    ]


def in_a_pipeline(tf):
    @tf.function(input_signature=[tf.TensorSpec([None, None, 3], tf.uint8)])
    def prepare(picture):
        x = tf.image.convert_image_dtype(picture, tf.float32)
        x = tf.image.resize(x, [4, 4])
        x = tf.image.central_crop(x, 0.5)
        return (
            tf.image.flip_left_right(x),
            tf.image.resize_with_crop_or_pad(picture, 3, 3),
            tf.image.random_crop(picture, [2, 2, 3], seed=1),
        )

    tf.random.set_seed(1)
    return list(prepare(_picture(6, 5, np.uint8)))
