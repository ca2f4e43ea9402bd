import { InviteRecord, SubUser } from "@outlay/domain/fields"
import { wire } from "./shared/wire.ts"

/**
 * "SubUser: `id`, `first_name`, `last_name`, `name`; the whole object is null when there is no such
 * user."
 */
export const subUser = wire(SubUser)

/** "An invite exists until the recipient accepts it; the invitee then appears as a user." */
export const invite = wire(InviteRecord, {
  example: {
    id: 31,
    email: "sam@example.com",
    role_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c",
    role: "Team Member",
    payment_types: ["cards"],
    used: false,
    created: "2026-11-02T09:30:00.000Z",
    updated: "2026-11-02T09:30:00.000Z",
  },
})
