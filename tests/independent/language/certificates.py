"""Certificates of every kind that is checked here, told apart by their first line."""
from . import certificate, period
from .certificate import Lines, Wrong


def check(rules_bytes, data):
    """What an accepted certificate proves, in words; raises `Wrong` for any other."""
    kind = Lines(data).peek()
    if kind == "grundy period 1":
        return period.check(rules_bytes, data)
    if kind == "grundy solution 2" and rules_bytes is not None:
        return certificate.check(rules_bytes, data)
    raise Wrong(f"{kind!r} is not checked here")
