import type { BusinessSpec, InviteSpec, UserSpec } from "@outlay/conformance-tests"
import type { Entities } from "./entities.ts"
import * as ids from "./ids.ts"
import type { Business, Invite, User } from "./model.ts"
import { userDeleted } from "./people.ts"

const noAbsence = { absence: { mode: false, start: null, end: null }, delegate: null }

const addUser = (business: Business, made: Entities, spec: UserSpec): void => {
  const user: User = {
    id: ids.number(),
    first_name: spec.first_name,
    last_name: spec.last_name,
    display_name: spec.display_name ?? null,
    ...noAbsence,
    email: spec.email,
    role: made.roles.get(spec.role),
    payment_types: spec.payment_types,
    assistants: [],
    is_deleted: false,
    created: business.created,
    updated: business.created,
  }
  business.users.push(user)
  made.users.by.set(spec.key, user)
}

/** Accepts an invite: its memberships and ownerships become the new user's. */
export const accepted = (
  business: Business,
  invite: Invite,
  names: { readonly first_name: string; readonly last_name: string },
  now: number,
): User => {
  const { email, role, payment_types } = invite
  const user: User = {
    id: ids.number(),
    ...names,
    display_name: null,
    ...noAbsence,
    email,
    role,
    payment_types,
    assistants: [],
    is_deleted: false,
    created: now,
    updated: now,
  }
  business.users.push(user)
  invite.used = true
  invite.updated = now
  for (const { members, owners } of business.budgets) {
    for (const record of [...members, ...owners]) {
      const { person } = record
      if ("invite" in person && person.invite === invite) record.person = { user }
    }
  }
  return user
}

const addInvite = (business: Business, made: Entities, spec: InviteSpec): void => {
  const invite: Invite = {
    id: ids.number(),
    email: spec.email,
    role: made.roles.get(spec.role),
    payment_types: spec.payment_types,
    used: false,
    created: business.created,
    updated: business.created,
  }
  business.invites.push(invite)
  made.invites.by.set(spec.key, invite)
  if (spec.accepted === undefined) return
  const { user: key, ...names } = spec.accepted
  const user = accepted(business, invite, names, business.created)
  made.users.by.set(key, user)
  made.joined.by.set(spec.key, user)
}

export const addPeople = (business: Business, spec: BusinessSpec, made: Entities): void => {
  for (const user of spec.users) addUser(business, made, user)
  for (const invite of spec.invites) addInvite(business, made, invite)
  for (const { key, expense_delegate = [] } of spec.users) {
    made.users.get(key).assistants = expense_delegate.map((other) => made.users.get(other).id)
  }
}

export const deletePeople = (business: Business, spec: BusinessSpec, made: Entities): void => {
  for (const { key, is_deleted } of spec.users) {
    if (is_deleted === true) userDeleted(business, made.users.get(key), business.created)
  }
}
