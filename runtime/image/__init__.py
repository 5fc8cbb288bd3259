"""Pictures, under TensorFlow's names: `image.resize`, `image.random_crop`, `image.decode_jpeg`, …

A picture is a tensor [height, width, channels], a batch of them [batch, height, width, channels].
"""

from runtime.image.boxes import crop_and_resize, non_max_suppression
from runtime.image.colors import (
    adjust_brightness,
    adjust_contrast,
    adjust_hue,
    adjust_saturation,
    convert_image_dtype,
    grayscale_to_rgb,
    hsv_to_rgb,
    per_image_standardization,
    rgb_to_grayscale,
    rgb_to_hsv,
)
from runtime.image.cropping import (
    central_crop,
    crop_to_bounding_box,
    pad_to_bounding_box,
    resize_with_crop_or_pad,
)
from runtime.image.files import (
    decode_bmp,
    decode_gif,
    decode_image,
    decode_jpeg,
    decode_png,
    encode_jpeg,
    encode_png,
    extract_jpeg_shape,
)
from runtime.image.flipping import flip_left_right, flip_up_down, rot90, transpose
from runtime.image.quality import psnr, ssim, total_variation
from runtime.image.randomly import (
    random_brightness,
    random_contrast,
    random_crop,
    random_flip_left_right,
    random_flip_up_down,
    random_hue,
    random_saturation,
)
from runtime.image.resizing import ResizeMethod, resize, resize_with_pad

__all__ = [
    "ResizeMethod", "adjust_brightness", "adjust_contrast", "adjust_hue", "adjust_saturation", "central_crop",
    "convert_image_dtype", "crop_and_resize", "crop_to_bounding_box", "decode_bmp", "decode_gif", "decode_image",
    "decode_jpeg", "decode_png", "encode_jpeg", "encode_png", "extract_jpeg_shape", "flip_left_right", "flip_up_down",
    "grayscale_to_rgb", "hsv_to_rgb", "non_max_suppression", "pad_to_bounding_box", "per_image_standardization", "psnr",
    "random_brightness", "random_contrast", "random_crop", "random_flip_left_right", "random_flip_up_down",
    "random_hue", "random_saturation", "resize", "resize_with_crop_or_pad", "resize_with_pad", "rgb_to_grayscale",
    "rgb_to_hsv", "rot90", "ssim", "total_variation", "transpose",
]  # fmt: skip
