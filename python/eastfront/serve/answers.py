"""Bounded reading of requests, and JSON responses, including errors."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from eastfront.wire import requests

from .limits import Limits
from .problem import Problem, unreadable

Wanted = TypeVar("Wanted", bound=requests.Request)
Endpoint = Callable[[Request], Awaitable[Response]]

log = logging.getLogger("eastfront.serve")

JSON = "application/json"
CODES = {404: "unknown-route", 405: "wrong-method"}
"""The error codes of routing failures, by HTTP status."""
QUIET = {"cache-control": "no-store", "x-content-type-options": "nosniff"}


def document(body: bytes | str, status: int = 200, media_type: str = JSON) -> Response:
    """Makes a response with the body `body`, a JSON document unless `media_type` says otherwise,
    and with headers by which browsers do not cache it."""
    return Response(body, status, media_type=media_type, headers=QUIET)


def answered(endpoint: Endpoint) -> Endpoint:
    """Wraps an endpoint so that every exception becomes a response with an error document."""

    async def guarded(request: Request) -> Response:
        try:
            return await endpoint(request)
        except Problem as error:
            problem = error
        except ClientDisconnect:
            problem = Problem(400, "gone", "the request ended before its body")
        except Exception:
            log.exception("%s %s failed", request.method, request.url.path)
            problem = Problem(500, "failed", "the server failed; the game is as it was")
        return document(problem.body(), problem.status)

    return guarded


async def not_routed(request: Request, error: Exception) -> Response:
    """Makes the response to a request that no route takes; ``error`` is the exception raised by the
    routing."""
    status = error.status_code if isinstance(error, HTTPException) else 404
    code = CODES.get(status, "refused")
    text = f"{request.method} {request.url.path}: no such route"
    if status == 405:
        text = f"{request.url.path} does not take {request.method}"
    answer = document(Problem(status, code, text, place="path").body(), status)
    if isinstance(error, HTTPException) and error.headers:
        answer.headers.update(error.headers)
    return answer


async def read(request: Request, form: type[Wanted], limits: Limits) -> Wanted:
    """Decodes the JSON body of a request as ``form``. Raises Problem for another content type, and
    for a body that is too long, too slow or invalid."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON:
        raise Problem(415, "wrong-type", f"expected {JSON}", place="Content-Type")
    try:
        body = await asyncio.wait_for(_body(request, limits.body), limits.patience)
    except TimeoutError:
        raise Problem(408, "too-slow", f"no body within {limits.patience:g} seconds") from None
    return decode(body, form)


def decode(body: bytes | str, form: type[Wanted]) -> Wanted:
    """Decodes a document. Raises Problem for an invalid one."""
    try:
        return msgspec.json.decode(body, type=form)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise unreadable(error) from error


async def _body(request: Request, most: int) -> bytes:
    length = request.headers.get("content-length", "")
    if length.isascii() and length.isdecimal() and int(length[:20]) > most:
        raise _too_long(most)
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise _too_long(most)
        parts.append(part)
    return b"".join(parts)


def _too_long(most: int) -> Problem:
    return Problem(413, "too-long", f"a body has at most {most} bytes")
