"""What tests of the package share."""

import pytest

from conformable._registry import Registry


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Registry:
    """A registry of the test's own in place of the package's."""
    fresh = Registry()
    monkeypatch.setattr("conformable._registry.registry", fresh)
    return fresh
