import { adminRole, holdersOf, present, users } from "../core/looks.ts"
import {
  answerTo,
  having,
  known,
  type Look,
  look,
  one,
  pageOf,
  periodsAt,
  seen,
} from "../core/questions.ts"
import type { Business } from "../core/records/businesses.ts"
import type { NotificationProgress } from "../core/records/notifications.ts"
import { isAway, type User } from "../core/records/users.ts"
import type { Happenings } from "./happenings.ts"
import type { NotificationContext, SettledContext } from "./rules.ts"

/** Returns the progress of a business; null if it has never been processed. */
export const progressOfBusiness: Look<NotificationProgress | null> = answerTo(
  one("notification_progress"),
)

/** Loads the context of the notifications about these events, on this UTC day. */
export const notificationContext = (
  { requested, decided, charged, closed }: Happenings,
  today: string,
): Look<NotificationContext> =>
  look(
    {
      business: one("businesses"),
      progress: one("notification_progress"),
      topups: having("topups", "id", [...requested, ...decided]),
      alerts: having("budget_alerts", "budget_id", charged),
      periods: periodsAt(closed),
      role: requested.length === 0 ? known(null) : adminRole,
    },
    ({ business, role, ...first }) => {
      const of = [...charged, ...closed.map((_) => _.budget_id)]
      const budgets = [...new Set([...of, ...first.topups.map((_) => _.budget_id)])]
      const members = first.topups.map((_) => _.budget_member_id)
      return look(
        {
          budgets: having("budgets", "id", budgets),
          owners: having("budget_owners", "budget_id", budgets),
          members: having("budget_members", "id", members),
          admins: holdersOf(role),
        },
        (second) =>
          look(
            {
              people: users([
                ...first.topups.flatMap((_) => [_.requested_by, _.actioned_by]),
                ...second.members.map((_) => _.user_id),
                ...second.owners.flatMap((_) => (_.is_deleted ? [] : [_.user_id])),
              ]),
            },
            ({ people }) =>
              look(
                {
                  delegates: users(
                    people.flatMap((_) => (isAway(_, today) ? [_.delegate_approver] : [])),
                  ),
                },
                ({ delegates }) =>
                  seen({
                    business: present(business),
                    ...first,
                    ...second,
                    people: [...people, ...second.admins, ...delegates],
                  }),
              ),
          ),
      )
    },
  )

/** Returns users by id, starting with this one. They include deleted users, whom a digest skips. */
export const spendersFrom = (id: number, limit: number): Look<ReadonlyArray<User>> =>
  look(
    {
      users: pageOf("users", { id: { from: id } }, [["id", "ascending"]], { offset: 0, limit }),
    },
    ({ users: { results } }) => seen(results),
  )

/** Returns the business whose digests are written. */
export const digestBusiness: Look<Business> = look(
  { business: one("businesses") },
  ({ business }) => seen(present(business)),
)

/** Loads the context of a decision about new mails. */
export const progressContext: Look<Pick<NotificationContext, "progress">> = look(
  { progress: one("notification_progress") },
  seen,
)

const messagesPerUnit = 100

/** Loads the context of a decision to settle a business, with a part of its outbox. */
export const settledContext: Look<SettledContext> = look(
  {
    progress: one("notification_progress"),
    messages: pageOf("messages", { id: { from: "" } }, [["id", "ascending"]], {
      ...{ offset: 0, limit: messagesPerUnit },
    }),
  },
  ({ progress, messages: { count, results } }) =>
    seen({ progress, messages: results, more: count > results.length }),
)

/** Returns the user whose settings are shown. */
export const userOfSettings = (id: number): Look<User | null> => answerTo(one("users", { id }))
