from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field
from typing_extensions import Self

if TYPE_CHECKING:
    from ..models.audit_actor import AuditActor
    from ..models.audit_event_details import AuditEventDetails
    from ..models.audit_target import AuditTarget


T = TypeVar("T", bound="AuditEvent")


@_attrs_define
class AuditEvent:
    """Something that was done to an account or its things.

    Attributes:
        id (str): The event. UUIDv7, opaque.
        action (str): What was done. One of `account.created`, `account.renamed`, `account.suspended`,
            `account.resumed`, `account.exported`, `account.imported`, `account.deleted`, `plan.changed`, `key.created`,
            `key.revoked`, `playground.published`, `playground.unpublished`, `playground.secrets_shared`,
            `playground.secrets_hidden`, `playground.deleted`, `test.deleted`, `session.started`, `session.ended`; more may
            come.
        actor (AuditActor): Who did it.
        target (AuditTarget): What it was done to.
        details (AuditEventDetails): More about it, such as the name of a key. Never a secret.
        request_id (None | str): The request that did it, as in its X-Request-Id.
        address (None | str): The client address it came from.
        created_at (datetime.datetime): When. RFC 3339, UTC, milliseconds.
    """

    id: str
    action: str
    actor: AuditActor
    target: AuditTarget
    details: AuditEventDetails
    request_id: None | str
    address: None | str
    created_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        action = self.action

        actor = self.actor.to_dict()

        target = self.target.to_dict()

        details = self.details.to_dict()

        request_id: None | str
        request_id = self.request_id

        address: None | str
        address = self.address

        created_at = self.created_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "action": action,
                "actor": actor,
                "target": target,
                "details": details,
                "request_id": request_id,
                "address": address,
                "created_at": created_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.audit_actor import AuditActor
        from ..models.audit_event_details import AuditEventDetails
        from ..models.audit_target import AuditTarget

        d = dict(src_dict)
        id = d.pop("id")

        action = d.pop("action")

        actor = AuditActor.from_dict(d.pop("actor"))

        target = AuditTarget.from_dict(d.pop("target"))

        details = AuditEventDetails.from_dict(d.pop("details"))

        def _parse_request_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        request_id = _parse_request_id(d.pop("request_id"))

        def _parse_address(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        address = _parse_address(d.pop("address"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        audit_event = cls(
            id=id,
            action=action,
            actor=actor,
            target=target,
            details=details,
            request_id=request_id,
            address=address,
            created_at=created_at,
        )

        audit_event.additional_properties = d
        return audit_event

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
