import { Effect } from "effect"
import { dayOf, epoch, timestamp } from "../core/dates.ts"
import { Ids } from "../core/ids.ts"
import { now as currentTime } from "../core/now.ts"
import type { Business } from "../core/records/businesses.ts"
import type { NotificationProgress } from "../core/records/notifications.ts"
import type { User } from "../core/records/users.ts"
import { Store } from "../core/store.ts"
import { Secrets } from "../tokens/secrets.ts"
import { ShownTransactions } from "../transactions/shown.ts"
import { happeningsIn } from "./happenings.ts"
import { receiptItem } from "./items.ts"
import { letterOf, maxItems, type Notice } from "./letters.ts"
import { signedText, unsubscribeToken } from "./links.ts"
import {
  digestBusiness,
  notificationContext,
  progressContext,
  progressOfBusiness,
  spendersFrom,
} from "./looks.ts"
import {
  type DigestPlace,
  decideNotifications,
  digestDue,
  type NotificationCommand,
  nextPass,
  tellingOf,
} from "./rules.ts"
import { NotificationStore } from "./store.ts"

/** Events that one pass reads. */
const eventsPerPass = 500
/** Users that one pass handles; each needs a query of their expenses. */
const spendersPerPass = 20
/**
 * Older events are not reported: they are no longer news, for example after an import or a long
 * downtime.
 */
const horizonMs = 7 * 86_400_000

/** Filter of spending that needs a receipt and was not fully reversed or refunded. */
const lacksReceipt = {
  expense_status: "INCOMPLETE_EXPENSE",
  has_receipt: false,
  status: ["AUTHED", "CLEARED"],
  transaction_type: ["CARD_TRANSACTION", "BILL", "REIMBURSEMENT"],
} as const

const seesReceipts = ({ is_deleted, muted_notifications }: User): boolean =>
  !is_deleted && !muted_notifications.includes("missing_receipts")

/** Result of a pass, before it is saved. */
type Passed = Pick<NotificationCommand, "reached" | "alerts"> & {
  readonly notices: ReadonlyArray<Notice>
  readonly business: Business
}

/** Reads the next events of a business and its next spenders. */
const makeSources = Effect.gen(function* () {
  const store = yield* Store
  const sources = yield* NotificationStore
  const transactions = yield* ShownTransactions

  /** Returns the result of the next events; null if there are none. */
  const events = Effect.fnUntraced(function* (
    client_id: number,
    progress: NotificationProgress | null,
    now: string,
  ) {
    const since = timestamp(epoch(now) - horizonMs)
    const seen = progress?.sequence ?? 0
    const after = Math.max(seen, yield* sources.lastBefore(client_id, since))
    const next = yield* sources.events(client_id, after, eventsPerPass)
    const sequence = next.at(-1)?.sequence ?? after
    if (sequence === seen) return null
    const happened = happeningsIn(next, since)
    const context = yield* store.read(client_id, notificationContext(happened, dayOf(now)))
    const { notices, alerts } = tellingOf(context, happened, now)
    const reached = { sequence, next_pass: nextPass(notices.length, now) }
    const passed: Passed = { notices, alerts, reached, business: context.business }
    return passed
  })

  const digestFor = Effect.fnUntraced(function* (reader: User, { client_id, currency }: Business) {
    const filter = { ...lacksReceipt, user_id: reader.id }
    const page = { offset: 0, limit: maxItems }
    const { count, results } = yield* transactions.page(client_id, filter, page)
    const items = results.map((_) => receiptItem(_, currency))
    const notice: Notice = { reader, kind: "missing_receipts", items, count }
    return count === 0 ? [] : [notice]
  })

  /** Returns the digests of the next users. */
  const digests = Effect.fnUntraced(function* (
    client_id: number,
    { digest_week, after }: DigestPlace,
  ) {
    const users = yield* store.read(client_id, spendersFrom(after + 1, spendersPerPass))
    const business = yield* store.read(client_id, digestBusiness)
    const notices = yield* Effect.forEach(users.filter(seesReceipts), (_) => digestFor(_, business))
    const last = users.length < spendersPerPass ? null : (users.at(-1)?.id ?? null)
    const reached = { digest_week, digest_user: last }
    const passed: Passed = { notices: notices.flat(), alerts: [], reached, business }
    return passed
  })

  return { events, digests }
})

/** Processes the events of a business, and then its spenders, in batches. */
export const makePass = Effect.gen(function* () {
  const store = yield* Store
  const secrets = yield* Secrets
  const ids = yield* Ids
  const { events, digests } = yield* makeSources

  const write = Effect.fnUntraced(function* (
    client_id: number,
    seen: NotificationProgress | null,
    { notices, alerts, reached, business }: Passed,
  ) {
    const key = seen?.unsubscribe_key ?? (yield* secrets.generate).secret
    const tokenFor = ({ reader, kind }: Notice): string => {
      const target = { client_id, user_id: reader.id, kind }
      return unsubscribeToken(target, secrets.sign(key, signedText(target)))
    }
    const messages = notices.map((each) =>
      letterOf(each, { business: business.name, unsubscribe: tokenFor(each) }),
    )
    const command: NotificationCommand = {
      ...{ client_id, seen, reached, alerts, messages, unsubscribe_key: key },
      ...{ ids: yield* ids.uuids(messages.length), now: yield* currentTime },
    }
    return yield* store.change(client_id, progressContext, (context) =>
      decideNotifications(context, command),
    )
  })

  /** Saves the next notifications of a business; returns the number of mails. */
  return Effect.fn("Notifications.pass")(function* (client_id: number) {
    const now = yield* currentTime
    const progress = yield* store.read(client_id, progressOfBusiness)
    const passed = yield* events(client_id, progress, now)
    if (passed !== null) return yield* write(client_id, progress, passed)
    const place = digestDue(progress, now)
    if (place === null) return 0
    return yield* write(client_id, progress, yield* digests(client_id, place))
  })
})
