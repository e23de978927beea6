"""A request comes back the same from its own JSON, or is an EastfrontError."""

from eastfront import EastfrontError
from eastfront.serve.answers import decode
from eastfront.wire import encode, requests

FORMS = (requests.NewGame, requests.Push, requests.Order, requests.Undo, requests.BattleQuestion,
         requests.Hello)  # fmt: skip
WORDS = sorted({f'"{name}":' for form in FORMS for name in form.__struct_fields__} | {"null", "[]"})


def law(data: bytes) -> None:
    """Read it as each form; write it down and read it again."""
    for form in FORMS:
        try:
            request = decode(data, form)
        except EastfrontError as error:
            assert error.status == 400 and error.body()
            continue
        assert decode(encode(request), form) == request
