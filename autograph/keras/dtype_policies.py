"""Which dtypes layers compute in and keep their weights in."""

from __future__ import annotations

from typing import Any

from autograph.keras.backend import floatx, standardize_dtype

_MIXED = {"mixed_float16": "float16", "mixed_bfloat16": "bfloat16"}


class DTypePolicy:
    """The dtypes of a layer.

    Args:
        name: a dtype for both; or "mixed_float16" or "mixed_bfloat16" to compute in the 16-bit type and to keep weights
            in float32.

    Raises:
        ValueError: there is no dtype or policy of that name.

    >>> policy = DTypePolicy("mixed_float16")
    >>> policy.compute_dtype, policy.variable_dtype
    ('float16', 'float32')
    """

    def __init__(self, name: str) -> None:
        if not isinstance(name, str):
            raise TypeError(f"'name' must be a string, such as 'mixed_float16', not {name!r}.")
        self._name = name
        self._compute = _MIXED.get(name) or standardize_dtype(name)
        self._variable = "float32" if name in _MIXED else self._compute

    @property
    def name(self) -> str:
        """The name that it was made with."""
        return self._name

    @property
    def compute_dtype(self) -> str:
        """The dtype of floating inputs and of what is computed."""
        return self._compute

    @property
    def variable_dtype(self) -> str:
        """The dtype of weights."""
        return self._variable

    def get_config(self) -> dict[str, Any]:
        """The arguments to make an equal policy with."""
        return {"name": self.name}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> DTypePolicy:
        """The policy with these arguments."""
        return cls(**config)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DTypePolicy) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f'<DTypePolicy "{self.name}">'


class _Settings:
    policy: DTypePolicy | None = None


def dtype_policy() -> DTypePolicy:
    """The policy of new layers that are given no dtype: by default that of `floatx()`."""
    return _Settings.policy or DTypePolicy(floatx())


def set_dtype_policy(policy: Any) -> None:
    """Sets the policy of new layers: one, or its name."""
    _Settings.policy = get(policy)


def get(policy: Any) -> DTypePolicy:
    """The policy that a policy, name, dtype or configuration means; the global one for None."""
    if policy is None:
        return dtype_policy()
    if isinstance(policy, dict):
        return DTypePolicy(policy["config"]["name"])
    return policy if isinstance(policy, DTypePolicy) else DTypePolicy(getattr(policy, "name", policy))
