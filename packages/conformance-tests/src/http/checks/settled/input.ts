import { checksOf, type Json, type Trial } from "../../check.ts"
import { canonical, idOf, isUuid, recordOf, recordsOf, strangeUuid, withId } from "../steps.ts"
import {
  expectProblem,
  expectStatus,
  lists,
  memberOf,
  newBudget,
  newInvite,
  pool,
  rowsOf,
  topUp,
  topup,
} from "./rows.ts"
import { unknownIds } from "./unknown-ids.ts"

/** Sends a topup as raw bytes. */
const send = (
  trial: Trial,
  body: string | Uint8Array,
  headers: { readonly [name: string]: string } = { "content-type": "application/json" },
) => {
  const { client_id, tokens } = trial.business
  return trial.request(
    "POST",
    `/v1/businesses/${client_id}/budgets/${pool(trial).budget_id}/topups`,
    { headers: { authorization: `Bearer ${tokens["admin"]}`, ...headers }, body },
  )
}

const good = JSON.stringify(topup)

const mediaTypes = async (trial: Trial) => {
  for (const type of ["text/plain", "application/xml", "application/json; charset=utf-16"]) {
    expectStatus(trial, await send(trial, good, { "content-type": type }), 415, type)
  }
  expectStatus(trial, await send(trial, good, {}), 415, "no media type")
  for (const type of ["application/json", "application/json; charset=utf-8"]) {
    expectStatus(trial, await send(trial, good, { "content-type": type }), 200, type)
  }
}

const malformed = async (trial: Trial) => {
  const bodies = [
    "{",
    "",
    `{"amount":1,"amount":2,"description":"a"}`,
    Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  ]
  for (const body of bodies) {
    expectProblem(trial, await send(trial, body), 400, "malformed_json", String(body))
  }
}

const unknownFields = async (trial: Trial) => {
  const { call } = trial.business
  const user_id = idOf(trial, "users", "ann")
  const attempts = [
    await topUp(trial, { ...topup, colour: "red" }),
    await call("users.update", { path: { user_id }, body: { colour: "red" } }),
    await call("invites.create", { body: { ...newInvite(trial), colour: "red" } }),
    await call("budgets.create", { body: { ...newBudget(trial), colour: "red" } }),
    await call("categories.create", { body: { name: "Colours", colour: "red" } }),
  ]
  for (const response of attempts) {
    expectProblem(
      trial,
      response,
      400,
      "unknown_field",
      `${response.exchange.method} with "colour"`,
    )
  }
}

const unknownParameters = async (trial: Trial) => {
  for (const [operation, path] of lists(trial)) {
    const response = await trial.business.call(operation, { path, query: [["colour", "red"]] })
    expectProblem(trial, response, 400, "unknown_parameter", `${operation}?colour=red`)
  }
}

const twice = async (trial: Trial) => {
  const { call } = trial.business
  for (const [name, value] of [
    ["limit", "5"],
    ["offset", "0"],
    ["expense_status", "COMPLETE"],
    ["min_auth_date", "2026-01-01"],
  ] as const) {
    const query = [
      [name, value],
      [name, value],
    ] as const
    const response = await call("transactions.list", { query })
    expectStatus(trial, response, 400, `${name} twice`)
  }
}

const decimals = async (trial: Trial) => {
  const sendAmount = (amount: string) => send(trial, `{"amount":${amount},"description":"a"}`)
  expectProblem(trial, await sendAmount("1.001"), 400, "too_many_decimals", "1.001")
  for (const amount of ["1.000", "1e0"]) {
    const response = await sendAmount(amount)
    expectStatus(trial, response, 200, amount)
    trial.expect(response.body?.amount === 1, `${amount} is 1`, response)
  }
}

const ranges = async (trial: Trial) => {
  for (const amount of [10_000_000_000, -10_000_000_000]) {
    const response = await topUp(trial, { ...topup, amount })
    expectProblem(trial, response, 400, "amount_out_of_range", String(amount))
  }
}

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u

const timestamps = async (trial: Trial) => {
  for (const [operation, path] of lists(trial)) {
    for (const record of await recordsOf(trial, operation, { path })) {
      const times = ["created", "updated", "auth_date", "cleared_date"]
        .map((name) => record[name])
        .filter((time) => typeof time === "string")
      trial.expect(
        times.every((time) => timestamp.test(time)),
        `${operation}: milliseconds and Z`,
        times,
      )
    }
  }
}

const dates = async (trial: Trial) => {
  for (const day of ["2025-02-29", "2025-13-01", "2025-3-1", "2025-03-01T00:00:00Z"]) {
    const query = [["min_auth_date", day]] as const
    const response = await trial.business.call("transactions.list", { query })
    expectProblem(trial, response, 400, "invalid_date", day)
  }
}

const pathIds = async (trial: Trial) => {
  const { call } = trial.business
  for (const user_id of ["0", "01", "-1", "x", "999999999"]) {
    expectStatus(trial, await call("users.get", { path: { user_id } }), 404, `user ${user_id}`)
  }
  const { budget_id } = pool(trial)
  // Only for UUIDs is the case of the letters defined.
  const capitals = isUuid(budget_id) ? [budget_id.toUpperCase()] : []
  for (const id of [strangeUuid, "x", ...capitals, `{${budget_id}}`]) {
    const response = await call("budgets.get", { path: { budget_id: id } })
    expectStatus(trial, response, 404, `budget ${id}`)
  }
}

const queryIntegers = async (trial: Trial) => {
  for (const text of ["01", "+1", "1.0", "1e1", "0x1", " 1", "", "one"]) {
    for (const name of ["offset", "limit"]) {
      const response = await trial.business.call("users.list", { query: [[name, text]] })
      expectStatus(trial, response, 400, `${name}=${JSON.stringify(text)}`)
    }
  }
}

const lengths = async (trial: Trial) => {
  const { call } = trial.business
  const email = (length: number) =>
    `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(length)}`
  const lettersLeft = 254 - email(0).length
  const texts: ReadonlyArray<
    readonly [what: string, most: number, ask: (text: string) => Promise<Json>]
  > = [
    ["a description", 500, (description) => topUp(trial, { ...topup, description })],
    ["a category's name", 128, (name) => call("categories.create", { body: { name } })],
    ["a code", 128, (code) => call("accounting-codes.create", { body: { code, name: "a" } })],
    [
      "a budget's name",
      128,
      (name) => call("budgets.create", { body: { ...newBudget(trial), name } }),
    ],
  ]
  for (const [what, most, ask] of texts) {
    const whole = await ask("x".repeat(most))
    trial.expect(whole.status < 300, `${what} of ${most} letters is taken`, whole)
    expectProblem(trial, await ask("x".repeat(most + 1)), 400, "too_long", `${what} of more`)
  }
  const ask = (length: number) =>
    call("invites.create", { body: newInvite(trial, email(lettersLeft + length)) })
  expectStatus(trial, await ask(0), 201, "an address of 254 letters")
  expectProblem(trial, await ask(1), 400, "too_long", "an address of 255 letters")
  const body = { ...newBudget(trial), members: Array.from({ length: 1_001 }, () => ({})) }
  const response = await call("budgets.create", { body })
  expectProblem(trial, response, 400, "too_long", "a list of 1,001")
}

const booleans = async (trial: Trial) => {
  for (const text of ["TRUE", "1", "yes", "", "t", "null"]) {
    const response = await trial.business.call("users.list", { query: [["is_deleted", text]] })
    expectStatus(trial, response, 400, `is_deleted=${JSON.stringify(text)}`)
  }
}

const texts = async (trial: Trial) => {
  const shownText = async (description: string) => {
    const response = await topUp(trial, { ...topup, description })
    expectStatus(trial, response, 200, JSON.stringify(description))
    return response.body?.description
  }
  const long = await topUp(trial, { ...topup, description: "a\u0301".repeat(251) })
  expectProblem(trial, long, 400, "too_long", "502 characters that normalisation would halve")
  for (const [given, stored] of [
    ["  Travel \t", "Travel"],
    ["a\u0301", "\u00e1"],
    ["one\ntwo\tthree", "one\ntwo\tthree"],
  ] as const) {
    const seen = await shownText(given)
    trial.expect(
      seen === stored,
      `${JSON.stringify(given)} is kept as ${JSON.stringify(stored)}`,
      seen,
    )
  }
  for (const description of ["", "  ", "a\u0000b", "a\u001bb", "a\u0085b"]) {
    const response = await topUp(trial, { ...topup, description })
    expectStatus(trial, response, 400, JSON.stringify(description))
  }
  for (const name of ["one\ntwo", "one\ttwo", " "]) {
    const response = await trial.business.call("categories.create", { body: { name } })
    expectStatus(trial, response, 400, `the name ${JSON.stringify(name)}`)
  }
}

const addresses = async (trial: Trial) => {
  const { call } = trial.business
  const first = await call("invites.create", { body: newInvite(trial, "Pat.Doe@Invited.example") })
  expectStatus(trial, first, 201, "an address in mixed case")
  const [shown] = withId(await recordsOf(trial, "invites.list"), first.body?.id)
  trial.expect(shown?.email === "Pat.Doe@Invited.example", "it is shown as given", shown)
  const second = await call("invites.create", { body: newInvite(trial, "pat.doe@invited.EXAMPLE") })
  expectProblem(trial, second, 400, "invite_exists", "the same address in another case")
}

const names = async (trial: Trial) => {
  const ask = (name: string) => trial.business.call("categories.create", { body: { name } })
  for (const [first, second, what] of [
    ["Straße", "STRASSE", "ß is ss"],
    ["Caf\u00e9", "CAFE\u0301", "composed before it is folded"],
  ] as const) {
    const made = await ask(first)
    expectStatus(trial, made, 201, first)
    trial.expect(made.body?.name === first, "it is shown as given", made)
    expectStatus(trial, await ask(second), 400, `${second}: ${what}`)
  }
}

/** Requests with several errors: the response must report the one that ranks first. */
const order = async (trial: Trial) => {
  const { call, tokens, client_id } = trial.business
  const foreign = (await trial.world("delta")).client_id
  const bad = { amount: "x", colour: "red" }
  const { budget_id } = await unknownIds(trial)
  const path = { budget_id }
  const none = { header: null }
  const cases = [
    ["no credential first", 401, await call("topups.create", { path, body: bad, as: none })],
    [
      "another business before shape",
      403,
      await call("topups.create", { path: { ...path, client_id: foreign }, body: bad }),
    ],
    [
      "a business that nobody has before shape",
      403,
      await call("topups.create", { path: { ...path, client_id: "999999999" }, body: bad }),
    ],
    ["permission before shape", 403, await call("topups.create", { path, body: bad, as: "least" })],
    ["shape before what is not there", 400, await call("topups.create", { path, body: bad })],
    [
      "what is not there before a rule",
      404,
      await call("topups.create", { path, body: { ...topup, amount: -1_000_000 } }),
    ],
    [
      "a rule last",
      400,
      await call("topups.create", { path: pool(trial), body: { ...topup, amount: -1_000_000 } }),
    ],
  ] as const
  for (const [what, status, response] of cases) expectStatus(trial, response, status, what)
  const unknown = await trial.request("GET", `/v1/businesses/${foreign}/users`, {
    headers: { authorization: `Bearer ${tokens["admin"]}` },
  })
  const strange = await trial.request("GET", "/v1/businesses/999999999/users", {
    headers: { authorization: `Bearer ${tokens["admin"]}` },
  })
  const same = ({ type, title, status, code, errors }: Json) =>
    canonical([type, title, status, code, errors])
  trial.expect(
    same(unknown.body) === same(strange.body) && client_id !== foreign,
    "a business that is known and one that is not are answered alike",
    [unknown.body, strange.body],
    [unknown, strange],
  )
}

const absent = async (trial: Trial) => {
  const { spec, ids } = trial.business
  const listed = await recordsOf(trial, "transactions.list")
  const expected = spec.transactions
    .filter((row) => row.status !== "DECLINED")
    .map((row) => ids.transactions[row.key])
  const seen = new Set(listed.map((row) => row.id))
  trial.expect(
    seen.size === expected.length && expected.every((id) => seen.has(id)),
    `the ${expected.length} that were not declined`,
    seen.size,
  )
}

const lineBreaks = async (trial: Trial) => {
  const response = await topUp(trial, { ...topup, description: "a\r\nb\rc\nd" })
  expectStatus(trial, response, 200, "a description of four lines")
  const { description } = response.body
  trial.expect(description === "a\nb\nc\nd", String.raw`description a\nb\nc\nd`, description)
}

const bodySize = async (trial: Trial) => {
  const description = "x".repeat(1_050_000)
  expectStatus(trial, await topUp(trial, { ...topup, description }), 413, "a body over 1 MiB")
  const member = await recordOf(trial, "budget-members.get", { path: memberOf(trial, "ann") })
  trial.expect(member !== undefined, "the service goes on", member)
}

export const input = checksOf("settled", [
  ...rowsOf("media-type", [["topup", "a body is JSON in UTF-8, and says so", mediaTypes]]),
  ...rowsOf("body-size", [["topup", "a body over 1 MiB is refused by 413", bodySize]]),
  ...rowsOf("malformed-json", [["topup", "what is not JSON is malformed_json", malformed]]),
  ...rowsOf("unknown-input", [
    ["fields", "a field that nobody knows is refused", unknownFields],
    ["parameters", "a parameter that nobody knows is refused by every list", unknownParameters],
  ]),
  ...rowsOf("scalar-twice", [["transactions", "a scalar parameter twice is refused", twice]]),
  ...rowsOf("decimals", [["topup", "decimals count by value", decimals]]),
  ...rowsOf("amount-range", [["topup", "amounts have a bound", ranges]]),
  ...rowsOf("timestamps", [["lists", "timestamps have milliseconds and Z", timestamps]]),
  ...rowsOf("dates", [["transactions", "a bound that is no day is invalid_date", dates]]),
  ...rowsOf("path-ids", [["reads", "what cannot be an id is not found", pathIds]]),
  ...rowsOf("query-integers", [["users", "integers have one form", queryIntegers]]),
  ...rowsOf("lengths", [["writes", "texts are as long as is settled, and no longer", lengths]]),
  ...rowsOf("query-booleans", [["users", "booleans have one form", booleans]]),
  ...rowsOf("text", [["writes", "texts are normalised, trimmed and clean", texts]]),
  ...rowsOf("e-mails", [
    ["invites", "addresses are compared without case", addresses],
    ["names", "names are compared by full case folding after NFC", names],
  ]),
  ...rowsOf("order-of-checks", [["topup", "of several faults the first in order counts", order]]),
  ...rowsOf("absent-filter", [
    ["transactions", "without a filter all but declined ones are listed", absent, "alpha"],
  ]),
  ...rowsOf("line-breaks", [["topup", "every line break becomes a line feed", lineBreaks]]),
])
