import {
  type Approvers,
  isAdmin,
  type Sight,
  seesTopup,
  type Topup,
  type TopupContext,
  type TopupKey,
  type TopupRecord,
  TopupStore,
} from "@outlay/domain"
import { Effect, Layer } from "effect"
import { businessOf } from "./shared/business.ts"
import { byCreated, compare, pageOf } from "./shared/list.ts"
import { Memory } from "./shared/memory.ts"
import { subUserOf, usersOf } from "./shared/people.ts"
import type { Tables } from "./shared/tables.ts"
import { tiesToBudget } from "./shared/ties.ts"

/** "Topups by `created` descending", ties by id. */
const newestFirst = (a: Topup, b: Topup): number =>
  compare(b.created, a.created) || compare(a.id, b.id)

const show = (tables: Tables, topup: Topup): TopupRecord => ({
  ...topup,
  requested_by: subUserOf(tables, topup.client_id, topup.requested_by),
  actioned_by: subUserOf(tables, topup.client_id, topup.actioned_by),
})

const isSeen = (tables: Tables, topup: Topup, sight: Sight | null): boolean =>
  sight === null || seesTopup(tiesToBudget(tables, topup, sight), sight.user_id, topup)

const load = (
  tables: Tables,
  { client_id, budget_id, budget_member_id, topup_id, user_id }: TopupKey,
): TopupContext => {
  const topup = topup_id === null ? null : tables.topups.find(client_id, topup_id)
  const member =
    budget_member_id === null ? null : tables.budget_members.find(client_id, budget_member_id)
  return {
    business: businessOf(tables, client_id),
    budget: tables.budgets.find(client_id, budget_id),
    member: member?.budget_id === budget_id ? member : null,
    topup,
    policies:
      topup_id !== null
        ? []
        : tables.policies
            .ofBusiness(client_id)
            .filter((_) => _.budget_id === null || _.budget_id === budget_id)
            .toSorted(byCreated),
    people: usersOf(tables, client_id, [
      user_id,
      topup?.requested_by ?? null,
      topup?.actioned_by ?? null,
    ]),
    approvers: loadApprovers(tables, client_id, budget_id),
  }
}

const loadApprovers = (tables: Tables, client_id: number, budget_id: string): Approvers => {
  const owners = tables.budget_owners
    .ofBusiness(client_id)
    .filter((owner) => owner.budget_id === budget_id && !owner.is_deleted)
  const roles = tables.roles.ofBusiness(client_id).filter(isAdmin)
  return {
    owners: usersOf(
      tables,
      client_id,
      owners.map((owner) => owner.user_id),
    ).filter((user) => !user.is_deleted),
    admins: tables.users
      .ofBusiness(client_id)
      .filter((user) => !user.is_deleted && roles.some((role) => role.id === user.role_id))
      .toSorted(byCreated),
  }
}

export const topupStore = Layer.effect(
  TopupStore,
  Effect.map(Memory, ({ tables, change }) =>
    TopupStore.of({
      page: ({ client_id, budget_id, budget_member_id }, page, sight = null) =>
        Effect.sync(() =>
          pageOf(
            tables.topups
              .ofBusiness(client_id)
              .filter(
                (topup) =>
                  topup.budget_id === budget_id &&
                  topup.budget_member_id === budget_member_id &&
                  isSeen(tables, topup, sight),
              ),
            newestFirst,
            page,
            (topup) => show(tables, topup),
          ),
        ),
      change: (key, decide) => change(key.client_id, () => load(tables, key), decide),
    }),
  ),
)
