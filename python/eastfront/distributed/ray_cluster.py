"""A Ray cluster as an executor of tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Any, Self

from eastfront._core import ArgumentError, EastfrontError
from eastfront.arguments import checked
from eastfront.imports import pending

LARGE = 65_536
"""Size in bytes from which an argument is sent to the cluster once instead of with each task."""
RETRIES = 5
"""Maximum number of workers that a task may lose before it fails; the task itself may be what kills
them."""


class ClusterError(EastfrontError, RuntimeError):
    """The error for a cluster that cannot be joined, or for a task that failed in Ray; the message
    is Ray's."""


@checked
class Cluster:
    """Executes tasks on Ray workers, one at a time for each processor of the cluster.

    A `Cluster` is a context manager; without `with`, call `close`. A Ray cluster that was running
    before is left running.
    """

    def __init__(self, address: str | None = None, workers: int | None = None) -> None:
        """Joins a cluster, or starts one on this machine.

        Args:
            address: The address of a running cluster, such as ``ray://head:10001`` or ``auto``;
                None starts one on this machine, unless this process has already joined one.
            workers: Number of workers on this machine; None for one per processor. A running
                cluster has its own number.

        Raises ValueError if Ray is not installed, ClusterError for a cluster that cannot be joined.
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
        """Runs `work` on the arguments of each task; yields the results as they arrive, each with
        the number of its task.

        An exception of a task is raised here. Raises ClusterError for a task that lost too many
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
        """The number of tasks that run in parallel: the processors of the cluster."""
        return int(self._ray.cluster_resources().get("CPU", 0))

    def close(self) -> None:
        """Leaves the cluster; a cluster that this object started is shut down."""
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
