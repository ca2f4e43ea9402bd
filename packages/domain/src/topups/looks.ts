import { adminRole, holdersOf, newestFirst, present, users } from "../core/looks.ts"
import type { Page, PageRequest } from "../core/page.ts"
import {
  all,
  andThen,
  known,
  type Look,
  look,
  one,
  pageOf,
  seen,
  type Where,
} from "../core/questions.ts"
import {
  showTopup,
  type Topup,
  type TopupRecord,
  type TopupTarget,
} from "../core/records/topups.ts"
import type { User } from "../core/records/users.ts"
import type { Sight } from "../core/sight.ts"
import { coveringPolicies } from "../policies/looks.ts"
import { tiesToBudget } from "../rights/looks.ts"
import { noTies } from "../rights/rules/budgets.ts"
import { seenTopups } from "../rights/rules/topups.ts"
import type { TopupContext } from "./rules.ts"

/** Topup that changes: a new one of a target (`topup_id` null), or an existing one. */
export interface TopupKey extends TopupTarget {
  readonly topup_id: string | null
  /** Acting user, or null; loaded into `people`. */
  readonly user_id: number | null
}

/** Loads the context of a decision about a new or an existing topup. */
export const topupContext = (key: TopupKey): Look<TopupContext> =>
  key.topup_id === null ? beforeCreation(key) : beforeAction(key, key.topup_id)

const noUsers: ReadonlyArray<User> = []

const target = ({ budget_id, budget_member_id }: TopupTarget) => ({
  business: one("businesses"),
  budget: one("budgets", { id: budget_id }),
  member:
    budget_member_id === null
      ? known(null)
      : one("budget_members", { id: budget_member_id, budget_id }),
})

/** Loads the context of a new topup, which needs no approvers yet. */
const beforeCreation = (key: TopupKey): Look<TopupContext> =>
  look(
    {
      ...target(key),
      policies: coveringPolicies(key.budget_id),
      people: key.user_id === null ? known(noUsers) : all("users", { id: key.user_id }),
    },
    ({ business, ...found }) =>
      seen({
        ...found,
        business: present(business),
        topup: null,
        approvers: { owners: [], admins: [] },
      }),
  )

/** Loads the context of an existing topup, for which policies do not matter. */
const beforeAction = (key: TopupKey, id: string): Look<TopupContext> =>
  look(
    {
      ...target(key),
      topup: one("topups", { id }),
      owners: all("budget_owners", { budget_id: key.budget_id, is_deleted: false }),
      role: adminRole,
    },
    ({ business, topup, owners, role, ...found }) =>
      look(
        {
          people: users([key.user_id, topup?.requested_by, topup?.actioned_by]),
          owners: users(owners.map(({ user_id }) => user_id)),
          admins: holdersOf(role),
        },
        ({ people, owners, admins }) =>
          seen({
            ...found,
            business: present(business),
            topup,
            policies: [],
            people,
            approvers: { owners: owners.filter(({ is_deleted }) => !is_deleted), admins },
          }),
      ),
  )

/**
 * Returns the topups of one target, "by `created` descending", ties by id; with a sight, only those
 * that the user may see (`seesTopup`).
 */
export const topupsOfTarget = (
  target: TopupTarget,
  request: PageRequest,
  sight: Sight | null,
): Look<Page<TopupRecord>> => {
  if (sight === null) return shownPage(target, request, [])
  return andThen(tiesToBudget(target, sight), (ties) => {
    const either = seenTopups(ties ?? noTies, sight.user_id)
    return either === "all"
      ? shownPage(target, request, [])
      : either.length === 0
        ? seen({ count: 0, results: [] })
        : shownPage(target, request, either)
  })
}

const shownPage = (
  { budget_id, budget_member_id }: TopupTarget,
  request: PageRequest,
  either: ReadonlyArray<Where<Topup>>,
): Look<Page<TopupRecord>> =>
  look(
    {
      topups: pageOf("topups", { budget_id, budget_member_id }, newestFirst, request, either),
    },
    ({ topups: { count, results } }) =>
      look(
        { people: users(results.flatMap((_) => [_.requested_by, _.actioned_by])) },
        ({ people }) => seen({ count, results: results.map((topup) => showTopup(topup, people)) }),
      ),
  )
