import { Context, Effect, Layer } from "effect"
import { dayOf, epoch, mondayOf, timestamp } from "../core/dates.ts"
import { now as currentTime } from "../core/now.ts"
import type { UpdateNotificationSettings } from "../core/records/notifications.ts"
import type { UserKey } from "../core/records/users.ts"
import { NotFound } from "../core/refusals.ts"
import { Store } from "../core/store.ts"
import { Secrets } from "../tokens/secrets.ts"
import { userContext } from "../users/looks.ts"
import { UnsubscribeLinkNotValid } from "./errors.ts"
import { readToken, signedText } from "./links.ts"
import { progressOfBusiness, settledContext, userOfSettings } from "./looks.ts"
import { makePass } from "./passes.ts"
import { decideSettled } from "./rules.ts"
import { decideSettings, showSettings } from "./settings.ts"
import { NotificationStore } from "./store.ts"

/** Businesses that one round processes. */
const businessesPerRound = 20

const make = Effect.gen(function* () {
  const store = yield* Store
  const sources = yield* NotificationStore
  const secrets = yield* Secrets
  const pass = yield* makePass
  /** Last business that was processed; the next round starts after it. */
  let last = 0

  const proceed = Effect.fn("Notifications.proceed")(function* () {
    const now = yield* currentTime
    const week = mondayOf(dayOf(now))
    const request = { now, week, limit: businessesPerRound }
    const next = yield* sources.due({ ...request, after: last })
    const due = next.length > 0 || last === 0 ? next : yield* sources.due({ ...request, after: 0 })
    last = due.length < businessesPerRound ? 0 : (due.at(-1) ?? 0)
    yield* Effect.forEach(due, pass, { discard: true })
    return due.length
  })

  const settle = Effect.fn("Notifications.settle")(function* (client_id: number) {
    const now = yield* currentTime
    const sequence = yield* sources.lastBefore(client_id, timestamp(epoch(now) + 1))
    const unsubscribe_key = (yield* secrets.generate).secret
    const command = { client_id, sequence, unsubscribe_key, now }
    const next = store.change(client_id, settledContext, (context) =>
      decideSettled(context, command),
    )
    while (yield* next);
  })

  const settings = Effect.fnUntraced(function* ({ client_id, user_id }: UserKey) {
    const user = yield* store.read(client_id, userOfSettings(user_id))
    if (user === null || user.is_deleted) {
      return yield* new NotFound({ what: "user", id: user_id })
    }
    return showSettings(user)
  })

  const update = Effect.fn("Notifications.update")(function* (
    key: UserKey,
    patch: UpdateNotificationSettings,
  ) {
    const now = yield* currentTime
    const look = userContext({ ...key, email: null, user_ids: [] })
    yield* store.change(key.client_id, look, (context) => decideSettings(context, key, patch, now))
    return yield* settings(key)
  })

  const unsubscribe = Effect.fn("Notifications.unsubscribe")(function* (token: string) {
    const read = readToken(token)
    if (read === null) return yield* new UnsubscribeLinkNotValid()
    const { kind, ...key } = read.target
    const progress = yield* store.read(key.client_id, progressOfBusiness)
    const expected =
      progress === null ? null : secrets.sign(progress.unsubscribe_key, signedText(read.target))
    // Digests are compared, so that the time of the comparison reveals nothing about the signature.
    if (expected === null || secrets.digest(expected) !== secrets.digest(read.signature)) {
      return yield* new UnsubscribeLinkNotValid()
    }
    return yield* update(key, { [kind]: false }).pipe(
      Effect.catchTag("NotFound", () => Effect.void),
      Effect.as(kind),
    )
  })

  return {
    /**
     * Writes mails about new events to the outbox, for up to 20 businesses that have any; returns
     * the number of businesses. Each event is reported once, because a mail and the position in the
     * audit trail are committed together. Call it repeatedly. Events older than 7 days are not
     * reported.
     */
    proceed,
    /**
     * Marks all events of a business and this week's digests as reported, and empties its outbox:
     * for a history that was imported or generated.
     */
    settle,
    /**
     * Returns the mails that a user gets, by kind. Refused: `NotFound`, also for a deleted user.
     */
    settings,
    /** Changes which mails a user gets; only the given kinds change. Refused: `NotFound`. */
    update,
    /**
     * Switches off the kind of mail that a signed link is for, and returns the kind; a repeated
     * call changes nothing. Refused: `UnsubscribeLinkNotValid`.
     */
    unsubscribe,
  }
})

/** Mails that notify people of their tasks and of changes that concern them. */
export class Notifications extends Context.Service<Notifications, Effect.Success<typeof make>>()(
  "@outlay/domain/Notifications",
) {
  static readonly layer = Layer.effect(Notifications, make)
}
