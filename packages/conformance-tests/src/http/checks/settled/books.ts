import { ProvisioningFailed } from "../../../interface/provisioning.ts"
import { accountingCode, token, transaction } from "../../../interface/world/scenarios.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { canonical, idOf, recordOf, recordsOf } from "../steps.ts"
import { askBeside, needBeside, readBeside } from "./beside.ts"
import { expectProblem, expectStatus, office, rowsOf, variant } from "./rows.ts"

const item = {
  amount: "10.00",
  gst_amount: "0.00",
  category: "gifts",
  description: "Before",
  custom_fields: [],
}

const bookkept = variant(
  "books",
  {},
  transaction("locked", { user: "ann", line_items: [item] }),
  accountingCode("one"),
  transaction("open", { user: "ann", auth_date: "2026-03-03T00:00:00.000Z", line_items: [item] }),
  token("reader", { role: "reader" }),
  token("manager", { role: "manager" }),
)

const lock = (trial: Trial, locked_through: unknown, as = "admin") =>
  askBeside(trial, "PUT", "/books", { body: { locked_through }, as })

const through = async (trial: Trial): Promise<unknown> =>
  (await readBeside(trial, "/books")).locked_through

const dates = async (trial: Trial) => {
  await needBeside(trial, "/books")
  trial.expect((await through(trial)) === null, "nothing is locked at first", await through(trial))
  expectStatus(trial, await lock(trial, "2026-03-01", "reader"), 200, "an Accountant closes")
  expectStatus(trial, await lock(trial, "2026-03-02", "reader"), 200, "and a day later")
  expectStatus(trial, await lock(trial, "2026-03-01", "reader"), 403, "an Accountant moves it back")
  expectStatus(trial, await lock(trial, null, "reader"), 403, "an Accountant opens the books")
  expectStatus(trial, await lock(trial, "2026-03-31", "manager"), 403, "a Manager closes")
  expectStatus(trial, await lock(trial, "2026-02-30"), 400, "a day that there is not")
  const lockedThrough = await through(trial)
  trial.expect(lockedThrough === "2026-03-02", "locked through 2026-03-02", lockedThrough)
  expectStatus(trial, await lock(trial, "2026-02-28"), 200, "an Admin moves it back")
  trial.expect(
    (await through(trial)) === "2026-02-28",
    "locked_through 2026-02-28",
    await through(trial),
  )
  expectStatus(trial, await lock(trial, null), 200, "an Admin opens the books")
  trial.expect((await through(trial)) === null, "locked_through null", await through(trial))
}

/** Records a card transaction at an instant. Returns whether the target accepted it. */
const isRecorded = async (trial: Trial, key: string, at: string): Promise<boolean> => {
  const [row] = transaction(key, { auth_date: at, cleared_date: at })({
    ...office,
    transactions: [],
  }).transactions
  const { client_id } = trial.business
  try {
    await trial.act("record-transaction", { client_id, transaction: row })
    return true
  } catch (error) {
    if (error instanceof ProvisioningFailed) return false
    throw error
  }
}

const movements = async (trial: Trial) => {
  await needBeside(trial, "/books")
  expectStatus(trial, await lock(trial, "2026-03-10"), 200, "the books are closed")
  if (!(await isRecorded(trial, "later", "2026-03-11T00:00:00.000Z"))) {
    trial.blocked("no transaction of an open day can be recorded")
  }
  const taken = await isRecorded(trial, "late", "2026-03-10T23:59:59.999Z")
  trial.expect(!taken, "a transaction of the last locked day is refused", "it was recorded")
  const names = (await recordsOf(trial, "transactions.list")).map((row) => row.merchant_name)
  const right = names.includes("Merchant later") && !names.includes("Merchant late")
  trial.expect(right, "Merchant later is listed, Merchant late is not", names)
}

const lockedItems = async (trial: Trial) => {
  await needBeside(trial, "/books")
  expectStatus(trial, await lock(trial, "2026-03-02"), 200, "the books are closed")
  const body: Json = { line_items: [{ amount: 10, description: "After" }] }
  const itemsOf = async (key: string) => {
    const path = { transaction_id: idOf(trial, "transactions", key) }
    return canonical((await recordOf(trial, "transactions.get", { path })).line_items)
  }
  const change = (key: string) =>
    askBeside(trial, "PATCH", `/transactions/${idOf(trial, "transactions", key)}`, {
      version: "v2",
      body,
    })
  const before = await itemsOf("locked")
  expectProblem(trial, await change("locked"), 400, "books_locked", "line items of a locked day")
  trial.expect(
    (await itemsOf("locked")) === before,
    "the line items of before",
    await itemsOf("locked"),
  )
  expectStatus(trial, await change("open"), 200, "line items of an open day")
  const after = await itemsOf("open")
  trial.expect(after.includes("After"), "the line items that were sent", after)
}

const codes = async (trial: Trial) => {
  await needBeside(trial, "/books")
  const { call } = trial.business
  const category = { category_id: idOf(trial, "categories", "gifts") }
  const map = async (accounting_code_id: string) => {
    const body: Json = { accounting_code_id }
    const response = await call("categories.update", { path: category, body })
    expectStatus(trial, response, 200, "a category is mapped")
  }
  const codesOf = async () => {
    const rows = await recordsOf(trial, "transactions.list")
    return ["locked", "open"].map((key) => {
      const id = idOf(trial, "transactions", key)
      return rows.find((row) => row.id === id)?.line_items?.[0]?.category?.code
    })
  }
  const first = idOf(trial, "accounting_codes", "one")
  const made = await call("accounting-codes.create", { body: { code: "9-9", name: "Nine" } })
  expectStatus(trial, made, 201, "another code")
  await map(first)
  const [before] = await codesOf()
  trial.expect(typeof before === "string", "a code on the line item", before)
  expectStatus(trial, await lock(trial, "2026-03-02"), 200, "the books are closed")
  await map(made.body.id)
  const after = await codesOf()
  trial.expect(after[0] === before && after[1] === "9-9", `${before} and 9-9`, after)
  const path = { accounting_code_id: first }
  const removed = await call("accounting-codes.remove", { path })
  expectStatus(trial, removed, 204, "the first code is deleted")
  const last = await codesOf()
  trial.expect(last[0] === before && last[1] === "9-9", `still ${before} and 9-9`, last)
}

const recording = checksOf(
  "settled",
  rowsOf("books", [["dated", "no movement of a locked day is recorded", movements, bookkept]]).map(
    (row) => ({ ...row, needs: ["record-transaction"] as const }),
  ),
)

export const books = [
  ...checksOf("settled", [
    ...rowsOf("books-date", [["each", "the books close, and open for an Admin", dates, bookkept]]),
    ...rowsOf("books-kept", [
      ["items", "line items of a locked day stay", lockedItems, bookkept],
      ["codes", "codes of a locked day stay", codes, bookkept],
    ]),
  ]),
  ...recording,
]
