"""What is answered where a request cannot be served: a status and a sentence, never a traceback."""

from __future__ import annotations

from kg.errors import KGError


class RequestError(KGError, ValueError):
    """Raised for a request that is not served; *status* is the HTTP status, *headers* go with it."""

    def __init__(self, status: int, reason: str, *, headers: dict[str, str] | None = None) -> None:
        self.status = status
        self.reason = reason
        self.headers = headers or {}
        super().__init__(reason)
