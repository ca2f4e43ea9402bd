import { readFileSync, truncateSync, writeFileSync } from "node:fs"

/** A corruption of more than one value, or of the file itself. */
export interface Case {
  readonly name: string
  readonly statements?: ReadonlyArray<string>
  readonly spoil?: (file: string) => void
  /** One of the checks that find it; null if none does. */
  readonly finder: string | null
}

const declined = "select id from transactions where status = 'DECLINED' limit 1"
const topup = "select id from topups where status = 'APPROVED' limit 1"
const pooled =
  "select id from topups where status = 'APPROVED' and budget_member_id is null limit 1"
const newest = "select max(sequence) from events where client_id = 1"
/** The last record in the events of the first business. */
const policy = `(select record from events where client_id = 1 and sequence = (${newest}))`

/** The first period of a budget, without late transactions. */
const quiet = "number = 1 and restated = 0"

/** Changes a field of the first line item of a transaction that has one with a category. */
const inFirstItem = (field: string, value: string): string =>
  `update transactions set line_items = json_set(line_items, '$[0].${field}', ${value})
    where id = (
      select max(id) from transactions
      where client_id = 1 and line_items ->> '$[0].category_id' is not null
    )`

/** Overwrites some bytes of the file. */
const overwrite = (from: number, length: number) => (file: string) => {
  const bytes = readFileSync(file)
  bytes.fill(0xa5, from, from + length)
  writeFileSync(file, bytes)
}

export const cutOff: ReadonlyArray<string> = [
  `delete from policies where id = ${policy}`,
  `delete from webhook_deliveries where event_sequence = (${newest})`,
  `delete from events where client_id = 1 and sequence = (${newest})`,
]

export const cases: ReadonlyArray<Case> = [
  {
    name: "a declined transaction removed with its events and its counts",
    statements: [
      `update transaction_counts set count = count - 1
        where client_id = 1 and status = 'DECLINED' and count > 0`,
      `delete from events where record = (${declined})`,
      `delete from transactions where id = (${declined})`,
    ],
    finder: "chain of events",
  },
  {
    name: "a topup and its event with a cent more",
    statements: [
      `update events set data = json_set(data, '$[3]', (data ->> '$[3]') + 0.01)
        where record = (${topup})`,
      `update topups set amount = amount + 1 where id = (${topup})`,
    ],
    finder: "*topup of budget*",
  },
  {
    name: "the entries of a topup removed and subtracted from its budget",
    statements: [
      `update budgets set available_amount = available_amount
        - (select amount from topups where id = (${pooled}))
        where id = (select budget_id from topups where id = (${pooled}))`,
      `delete from ledger_entries where resource = 'topups' and resource_id = (${pooled})`,
    ],
    finder: "*topup of budget*",
  },
  {
    name: "two events swapped",
    statements: [
      "update events set sequence = -5 where client_id = 1 and sequence = 5",
      "update events set sequence = 5 where client_id = 1 and sequence = 6",
      "update events set sequence = 6 where client_id = 1 and sequence = -5",
    ],
    finder: "chain of events",
  },
  {
    name: "an event appended",
    statements: [
      `insert into events select client_id, sequence + 1, id, type, resource, record, data,
        previous, hidden, created, actor, hash from events
        where client_id = 1 and sequence = (${newest})`,
    ],
    finder: "chain of events",
  },
  {
    name: "a first period with another start that was not restated",
    statements: [`update budget_periods set start = '2001-01-01T00:00:00.000Z' where ${quiet}`],
    finder: "*no event reports its start*",
  },
  {
    name: "a period marked as restated",
    statements: [`update budget_periods set restated = 1 where ${quiet}`],
    finder: "history",
  },
  {
    name: "a line item with a cent more",
    statements: [inFirstItem("amount", "line_items ->> '$[0].amount' + 1")],
    finder: "history",
  },
  {
    name: "a line item in another category",
    statements: [inFirstItem("category_id", "(select max(id) from categories)")],
    finder: "history",
  },
  {
    name: "an invalid line item",
    statements: [inFirstItem("custom_fields", "7")],
    finder: "*the value does not exist*",
  },
  {
    name: "a line item with another tax rate without itemised tax",
    statements: [inFirstItem("tax_rate_id", "'x'")],
    finder: null,
  },
  {
    name: "a sequence that would repeat ids",
    statements: ["update sequences set next = 2 where name = 'users'"],
    finder: "sequences",
  },
  {
    name: "a role with an additional permission",
    statements: [
      `update roles set permissions = json_insert(permissions, '$[#]',
        json('{"resource":"topups","action":"create"}')) where name = 'Team Member'`,
    ],
    finder: "*it differs from the default role*",
  },
  {
    name: "hidden data of the last event of a record changed",
    statements: [
      `update events set hidden = json_set(hidden, '$[1]', 'x')
        where record = (${topup})`,
    ],
    finder: "history",
  },
  {
    name: "invalid JSON",
    statements: ["update users set payment_types = '[' where id = 1"],
    finder: "*the value does not exist*",
  },
  {
    name: "invalid features",
    statements: ["update businesses set features = '{' where client_id = 1"],
    finder: "*the value does not exist*",
  },
  {
    name: "a missing index",
    statements: ["drop index users_by_created"],
    finder: "file",
  },
  {
    name: "a trigger",
    statements: ["create trigger t after insert on users begin select 1; end"],
    finder: "file",
  },
  {
    name: "an additional column",
    statements: ["alter table users add column note text"],
    finder: "file",
  },
  { name: "a page overwritten", spoil: overwrite(8_192 * 12, 8_192), finder: "file" },
  { name: "many pages overwritten", spoil: overwrite(8_192 * 5, 8_192 * 30), finder: "file" },
  { name: "the schema's page overwritten", spoil: overwrite(100, 4_000), finder: "file" },
  {
    name: "a truncated file",
    spoil: (file) => truncateSync(file, 8_192 * 20),
    finder: "file",
  },
  { name: "the first bytes overwritten", spoil: overwrite(0, 50), finder: "file" },
  {
    name: "the newest event removed with its effects",
    statements: cutOff,
    finder: null,
  },
]
