"""A Ray cluster as the place where tasks are done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Any, Self

from eastfront._core import ArgumentError, EastfrontError
from eastfront.arguments import checked
from eastfront.imports import pending

LARGE = 65_536
"""Bytes from which an argument is sent to the cluster once, and not with each task."""
RETRIES = 5
"""Workers that a task may cost before it is given up: it may be what kills them."""


class ClusterError(EastfrontError, RuntimeError):
    """A task that no worker could do; the message says what Ray says."""


@checked
class Cluster:
    """Ray workers that do tasks, one for each processor of the cluster at a time.

    Use it as a context manager, or call `close`; a Ray that was running before goes on running.
    """

    def __init__(self, address: str | None = None, workers: int | None = None) -> None:
        """Joins a cluster, or begins one on this machine.

        Args:
            address: Of a cluster that runs, such as ``ray://head:10001`` or ``auto``; None begins
                one of this machine alone, unless this process has joined one already.
            workers: Workers of this machine's own; one for each processor when None. A cluster
                that runs has its own number.

        Raises ValueError when Ray is not installed, ClusterError for a cluster that cannot be
        joined.
        """
        self._ray = _ray()
        self._own = not self._ray.is_initialized()
        if self._own:
            where: dict[str, Any] = {"address": address}
            if address is None:
                where = {"num_cpus": workers, "include_dashboard": False}
            try:
                self._ray.init(**where, log_to_driver=False, logging_level="error")
            except (ConnectionError, RuntimeError, ValueError) as error:
                raise ClusterError(f"no cluster at {address or 'this machine'}: {error}") from error

    def __call__(
        self, work: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, Any]]:
        """Has tasks done; the answers as they come, each with the number of its task.

        What a task raises is raised here. Raises ClusterError for a task that cost too many
        workers.
        """
        ray = self._ray
        remote = ray.remote(max_retries=RETRIES, num_cpus=1)(work)
        sent: dict[bytes, Any] = {}

        def argument(value: Any) -> Any:
            if not isinstance(value, bytes) or len(value) < LARGE:
                return value
            if value not in sent:
                sent[value] = ray.put(value)
            return sent[value]

        asked = {remote.remote(*map(argument, task)): n for n, task in enumerate(tasks)}
        try:
            while asked:
                done, _ = ray.wait(list(asked), num_returns=1)
                for ref in done:
                    yield asked.pop(ref), self._answer(ref)
        finally:
            for ref in asked:
                ray.cancel(ref, force=True)

    def _answer(self, ref: Any) -> Any:
        failures = self._ray.exceptions
        try:
            return self._ray.get(ref)
        except failures.RayTaskError as error:
            cause = error.cause
            raise (cause if isinstance(cause, Exception) else ClusterError(str(error))) from error
        except failures.RayError as error:
            raise ClusterError(str(error).strip().partition("\n")[0]) from error

    @property
    def workers(self) -> int:
        """How many tasks are done at a time: the processors of the cluster."""
        return int(self._ray.cluster_resources().get("CPU", 0))

    def close(self) -> None:
        """Leaves the cluster; one that was begun here ends."""
        if self._own and self._ray.is_initialized():
            self._ray.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


@pending
def _ray() -> Any:
    try:
        import ray
    except ImportError as error:
        raise ArgumentError("a cluster needs Ray: pip install 'eastfront[ray]'") from error
    return ray
