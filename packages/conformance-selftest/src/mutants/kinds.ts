import {
  answering,
  bodyOf,
  isGood,
  type Json,
  list,
  type Place,
  records,
  refusing,
  responseBody,
  targetOf,
} from "./edges.ts"
import type { Mutant } from "./mutant.ts"

type Edge = NonNullable<Mutant["edge"]>

/** Replaces the status of successful reads with a vaguer one. */
const vague = (places: ReadonlyArray<Place>): Edge =>
  answering("GET", places, async (request, next) => {
    const response = await next(request)
    return response.status === 200 ? { ...response, status: 203 } : response
  })

/** Changes the list without filters only: results of filters are not compared by id. */
const unfiltered = (change: (rows: ReadonlyArray<Json>) => ReadonlyArray<Json>): Edge =>
  responseBody("GET", ["transactions"], (body, request) => {
    const names = [...targetOf(request).query.keys()]
    const isWhole = names.every((name) => name === "offset" || name === "limit")
    return isWhole ? { ...body, results: change(body.results) } : body
  })

/** Changes the ids in these lists. */
const listed = (places: ReadonlyArray<Place>, change: (id: Json) => Json): Edge =>
  list(places, (body) => ({
    ...body,
    results: body.results.map((row: Json) => ({ ...row, id: change(row.id) })),
  }))

const row = (name: string, breaks: string, names: ReadonlyArray<string>, edge: Edge): Mutant => ({
  name,
  breaks,
  names,
  edge,
})

const operations: ReadonlyArray<Mutant> = [
  row(
    "balance-needs-more",
    "an administrator's token is refused at the balance",
    ["authentication.bearer", "balances.wallets", "versioning.v1"],
    answering("GET", ["balance"], async () => refusing(401)),
  ),
  row(
    "budgets-answered-vaguely",
    "the list of budgets returns 203",
    ["budgets.list", "versioning.v1"],
    vague(["budgets"]),
  ),
  row(
    "transactions-answered-vaguely",
    "the list of transactions returns 203",
    ["transactions.list", "versioning.v2", "versioning.base-address"],
    vague(["transactions"]),
  ),
  row(
    "users-answered-vaguely",
    "the list of users returns 203",
    [
      "users.list",
      "versioning.v1",
      "versioning.base-address",
      "lists.limit-default",
      "lists.previous",
    ],
    vague(["users"]),
  ),
  row(
    "payment-types-fixed",
    "a PATCH does not change payment types, and refuses to",
    ["users.update.payment-types", "users.update.optional"],
    answering("PATCH", ["user"], async (request, next) => {
      const { payment_types, ...rest } = bodyOf(request) ?? {}
      if (payment_types === undefined) return next(request)
      const { "content-length": _, ...headers } = request.headers
      const response = await next({ ...request, headers, body: Buffer.from(JSON.stringify(rest)) })
      return isGood(response) ? refusing(400) : response
    }),
  ),
  row(
    "nothing-to-change-refused",
    "a PATCH without a field is refused",
    ["users.update.optional"],
    answering("PATCH", ["user"], async (request, next) =>
      Object.keys(bodyOf(request) ?? {}).length === 0 ? refusing(400) : next(request),
    ),
  ),
]

const ids: ReadonlyArray<Mutant> = [
  row(
    "user-ids-listed-as-text",
    "the list of users shows ids as text",
    ["formats.user-id", "users.shape", "users.id", "users.get"],
    listed(["users"], String),
  ),
  row(
    "transaction-ids-listed-alike",
    "the list of transactions shows one id for all",
    ["transactions.id", "transactions.every", "transactions.expense-states"],
    unfiltered((rows) => rows.map((one) => ({ ...one, id: rows[0].id }))),
  ),
  row(
    "transaction-ids-marked",
    "the list of transactions shows ids with a mark, which finds nothing",
    ["formats.transaction-id", "transactions.every", "transactions.get"],
    unfiltered((rows) => rows.map((one) => ({ ...one, id: `t:${one.id}` }))),
  ),
  row(
    "budget-ids-marked",
    "the list of budgets shows ids with a mark, which finds nothing",
    ["formats.budget-id", "budgets.every"],
    listed(["budgets"], (id) => `b:${id}`),
  ),
  row(
    "budget-ids-in-lists",
    "a budget's id is a list of one text",
    ["budgets.id", "budgets.shape", "budgets.get", "formats.budget-id"],
    listed(["budgets"], (id) => [id]),
  ),
  row(
    "member-ids-marked",
    "the list of members shows ids with a mark",
    ["budget-members.id", "budget-members.list"],
    listed(["members"], (id) => `m:${id}`),
  ),
  row(
    "owner-ids-as-numbers",
    "an owner's id is a number",
    ["formats.budget-owner-id"],
    records(["owners"], (owner) => ({ ...owner, id: 1 + (String(owner.id).length % 9) })),
  ),
  row(
    "invite-ids-as-text",
    "an invite's id is text",
    ["formats.invite-id"],
    records(["invites"], (invite) => ({ ...invite, id: String(invite.id) })),
  ),
  row(
    "users-of-one-more",
    "a business lists a user whom nobody made",
    ["formats.client-id", "users.every"],
    list(["users"], (body) => ({
      ...body,
      results: body.results.map((user: Json, index: number) =>
        index === 0 ? { ...user, id: 2_146_999_999 } : user,
      ),
    })),
  ),
]

const gaps: ReadonlyArray<Mutant> = [
  row(
    "option-text-lost",
    "a new option is listed without its text",
    ["custom-field-options.create"],
    list(["options"], (body) => ({
      ...body,
      results: body.results.map((option: Json) =>
        option.text === "East" ? { ...option, text: "" } : option,
      ),
    })),
  ),
  row(
    "memberships-twice",
    "the list by user shows every membership twice",
    ["budget-members.is-user", "budget-members.by-user.list", "lists.results"],
    list(["byUser"], (body) => ({
      ...body,
      results: body.results.flatMap((one: Json) => [one, one]),
    })),
  ),
  row(
    "limited-funds-of-the-first",
    "each member has the first one's amount",
    ["budgets.funds", "budget-members.get"],
    responseBody("GET", ["member"], (member) => ({ ...member, available_amount: 300.25 })),
  ),
]

/** Mutants without some operations, and with ids of another kind. */
export const kinds = [...operations, ...ids, ...gaps]
