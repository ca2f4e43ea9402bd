import {
  type InviteChange,
  type InviteContext,
  InviteStore,
  sameFolded,
  showInvite,
} from "@outlay/domain"
import { Effect, Layer } from "effect"
import { rolesOf } from "./businesses.ts"
import { isOf, pendingTopups } from "./pending-topups.ts"
import { byCreated, pageOf } from "./shared/list.ts"
import { Memory } from "./shared/memory.ts"
import type { Tables } from "./shared/tables.ts"

const hangingOn = (tables: Tables, client_id: number, invite_id: number) => {
  const memberships = tables.budget_members
    .ofBusiness(client_id)
    .filter((_) => _.invite_id === invite_id)
  const all = tables.budget_owners.ofBusiness(client_id)
  const owned = new Set(all.filter((_) => _.invite_id === invite_id).map((_) => _.budget_id))
  const touched = new Set([...owned, ...memberships.map((_) => _.budget_id)])
  return {
    memberships: memberships.toSorted(byCreated),
    ...pendingTopups(tables, client_id, isOf(memberships)),
    messages: tables.messages
      .ofBusiness(client_id)
      .filter((_) => _.invite_id === invite_id)
      .toSorted(byCreated),
    owners: all.filter((_) => owned.has(_.budget_id)).toSorted(byCreated),
    budgets: tables.budgets
      .ofBusiness(client_id)
      .filter(({ id }) => touched.has(id))
      .toSorted(byCreated),
  }
}

const nothingHangs = {
  ...{ memberships: [], owners: [], budgets: [] },
  ...{ pending_topups: [], requesters: [], messages: [] },
}

const load = (tables: Tables, { client_id, ...change }: InviteChange): InviteContext => {
  const invite =
    change.invite_id === undefined ? null : tables.invites.find(client_id, change.invite_id)
  const email = change.invite_id === undefined ? change.email : invite?.email
  const isFor = (_: { readonly email: string }) => email !== undefined && sameFolded(_.email, email)
  return {
    business: tables.businesses.find(client_id),
    roles: rolesOf(tables, client_id),
    invite,
    namesakes: tables.users
      .ofBusiness(client_id)
      .filter((_) => !_.is_deleted && isFor(_))
      .toSorted(byCreated),
    pending: tables.invites
      .ofBusiness(client_id)
      .filter((_) => !_.used && !_.is_cancelled && isFor(_))
      .toSorted(byCreated),
    ...(invite === null ? nothingHangs : hangingOn(tables, client_id, invite.id)),
  }
}

export const inviteStore = Layer.effect(
  InviteStore,
  Effect.map(Memory, ({ tables, change }) =>
    InviteStore.of({
      page: (client_id, page) =>
        Effect.sync(() => {
          const roles = rolesOf(tables, client_id)
          return pageOf(
            tables.invites.ofBusiness(client_id).filter((_) => !_.is_cancelled),
            byCreated,
            page,
            (invite) => showInvite(invite, { roles }),
          )
        }),
      change: (key, decide) => change(key.client_id, () => load(tables, key), decide),
    }),
  ),
)
