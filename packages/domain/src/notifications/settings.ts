import { Result } from "effect"
import type { Decision } from "../core/decision.ts"
import {
  type NotificationKind,
  type NotificationSettings,
  notificationKinds,
  type UpdateNotificationSettings,
} from "../core/records/notifications.ts"
import type { User, UserRecord } from "../core/records/users.ts"
import type { NotFound } from "../core/refusals.ts"
import type { UserContext } from "../users/context.ts"
import { activeUser, changedUser } from "../users/rules/profile.ts"

/** Returns the kinds of mail that a user gets, as the API shows them. */
export const showSettings = ({
  muted_notifications: muted,
}: Pick<User, "muted_notifications">): NotificationSettings =>
  Object.fromEntries(
    notificationKinds.map((kind) => [kind, !muted.includes(kind)]),
  ) as unknown as NotificationSettings

/** Returns the kinds that are off after a patch, in a fixed order. */
const muted = (
  before: ReadonlyArray<NotificationKind>,
  patch: UpdateNotificationSettings,
): ReadonlyArray<NotificationKind> =>
  notificationKinds.filter((kind) => !(patch[kind] ?? !before.includes(kind)))

/** Changes which mails a user gets; only the given kinds change. Refuses an unknown user. */
export const decideSettings = (
  context: UserContext,
  key: { readonly user_id: number },
  patch: UpdateNotificationSettings,
  now: string,
): Result.Result<Decision<UserRecord>, NotFound> =>
  Result.map(activeUser(context.user, key), (user) =>
    changedUser(context, user, {
      ...user,
      muted_notifications: muted(user.muted_notifications, patch),
      updated: now,
    }),
  )
