"""Work in chunks, done by threads, by processes or by the machines of a Ray cluster."""

from __future__ import annotations

from kartenhaus.core.errors import OptionError
from kartenhaus.core.simulation import cores
from kartenhaus.work.crew import Crew, WorkerDied, Workers

__all__ = ["Crew", "WorkerDied", "Workers", "crew_for"]


def crew_for(jobs: int | None = None, on: str | None = None, *, kernels: bool = False, script: bool = False) -> Crew:
    """A crew of so many workers: on this machine, or on a Ray cluster.

    Work inside compiled `kernels` needs no processes of its own. Workers run the `script` that started them only if work is
    defined in it.

    >>> with crew_for(jobs=1) as crew:
    ...     list(crew.run(abs, [-1, 2, -3]))
    [1, 2, 3]
    """
    if jobs is not None and jobs < 1:
        raise OptionError("the number of jobs must be at least 1, not {jobs}", jobs=jobs)
    if on is not None:
        if on != "ray" and not on.startswith("ray://"):
            raise OptionError("work can go to “ray” or to “ray://HOST:PORT”, not to “{place}”", place=on)
        if script:
            raise OptionError("what is defined in a script cannot go to other machines; put it into a module")
        from kartenhaus.work.cluster import Cluster

        return Crew(Cluster(on, jobs))
    jobs = jobs or cores()
    if kernels:
        from kartenhaus.work.threads import Threads

        return Crew(Threads(jobs))
    if jobs == 1:
        return Crew()
    from kartenhaus.work.processes import Processes

    return Crew(Processes(jobs, script))
