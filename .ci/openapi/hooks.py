"""What is changed in the requests of Schemathesis before they are sent."""

import itertools

import schemathesis

numbers = itertools.count()


@schemathesis.hook
def before_call(context, case, kwargs):
    """Keys are drawn again, and the same key and body return the stored response, whose playground may be deleted since."""
    if case.meta is None or case.meta.generation.mode.is_negative:
        return
    key = (case.headers or {}).get("Idempotency-Key")
    if isinstance(key, str) and len(key) <= 200:
        case.headers["Idempotency-Key"] = f"{key}-{next(numbers)}"
