import type { Letter, NewMessage } from "../core/records/messages.ts"
import type { NotificationKind } from "../core/records/notifications.ts"
import type { User } from "../core/records/users.ts"
import type { Item } from "./items.ts"
import { texts } from "./texts.ts"

/** Maximum number of items in a mail; the mail also states the total. */
export const maxItems = 20

/** Notifications of one kind for one reader. */
export interface Notice {
  readonly reader: User
  readonly kind: NotificationKind
  readonly items: ReadonlyArray<Item>
  /** Total number, of which `items` may be a part. */
  readonly count: number
}

const lists: Readonly<Record<NotificationKind, (reader: User) => string>> = {
  topup_requests: () => "/approvals",
  topup_decisions: () => "/approvals?tab=mine",
  missing_receipts: ({ id }) => `/transactions?person=${id}&expense=incomplete&receipt=no`,
  budget_usage: () => "/budgets",
  budget_periods: () => "/budgets",
}

/** Returns one mail, which shows the first items and links to the rest. */
export const letterOf = (
  { reader, kind, items, count }: Notice,
  { business, unsubscribe }: { readonly business: string; readonly unsubscribe: string },
): NewMessage => {
  const wording = texts[kind]
  const [first] = items
  const isOne = count === 1 && first !== undefined
  const shownItems = items.slice(0, maxItems)
  const letter: Letter = {
    kind,
    user_id: reader.id,
    name: reader.first_name,
    lead: isOne ? wording.lead : wording.leads(count),
    items: shownItems.map(({ title, details, links }) => ({ title, details, links })),
    more: isOne ? null : { label: wording.more, path: lists[kind](reader) },
    reason: wording.reason(business),
    unsubscribe,
  }
  return {
    to: reader.email,
    subject: isOne ? first.subject : wording.subjects(count),
    text: "",
    letter,
  }
}

/** Collects items, so that each reader gets one mail of each kind. */
export class Mailbag {
  readonly #notices = new Map<
    string,
    { reader: User; kind: NotificationKind; items: Array<Item> }
  >()

  /** Adds an item for the readers who want this kind. */
  add(kind: NotificationKind, readers: Iterable<User>, item: Item): void {
    for (const reader of readers) {
      if (reader.is_deleted || reader.muted_notifications.includes(kind)) continue
      const key = `${kind} ${reader.id}`
      const known = this.#notices.get(key) ?? { reader, kind, items: [] }
      known.items.push(item)
      this.#notices.set(key, known)
    }
  }

  get notices(): ReadonlyArray<Notice> {
    return [...this.#notices.values()].map((notice) => ({ ...notice, count: notice.items.length }))
  }
}
