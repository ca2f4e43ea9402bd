import { createHash } from "node:crypto"
import { token, transaction } from "../../../interface/world/scenarios.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { idOf, need, recordOf } from "../steps.ts"
import { askBeside } from "./beside.ts"
import { expectProblem, expectStatus, rowsOf, variant } from "./rows.ts"

const spent = variant(
  "receipt-files",
  {},
  transaction("one", { user: "ann" }),
  transaction("two", { user: "ann" }),
  token("ann", { role: "least", user: "ann" }),
)

/** Only ASCII, so that it can be compared as text. */
const document = (title: string) =>
  `%PDF-1.4\n1 0 obj<</Type/Catalog/Title(${title})>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`

const pathOf = (trial: Trial, key: string) =>
  `/transactions/${idOf(trial, "transactions", key)}/receipts`

const attach = (trial: Trial, key: string, bytes: string | Uint8Array, type = "application/pdf") =>
  askBeside(trial, "POST", pathOf(trial, key), { version: "v2", file: { type, bytes } })

/** Attaches a receipt and returns its record. */
const attached = async (trial: Trial, key: string, bytes: string): Promise<Json> =>
  need(trial, await attach(trial, key, bytes), "a receipt").body

const urlsOf = async (trial: Trial, key: string): Promise<ReadonlyArray<string>> => {
  const path = { transaction_id: idOf(trial, "transactions", key) }
  return (await recordOf(trial, "transactions.get", { path })).receipt_urls
}

/** Reads a receipt by its own path, regardless of the beginning of its `url`. */
const read = (trial: Trial, key: string, id: unknown, as = "admin") =>
  askBeside(trial, "GET", `${pathOf(trial, key)}/${id}`, { version: "v2", as })

const shown = async (trial: Trial) => {
  const bytes = document("shown")
  const response = await attach(trial, "one", bytes)
  expectStatus(trial, response, 201, "a receipt")
  const { id, url, media_type, size, sha256 } = response.body ?? {}
  const expected = createHash("sha256").update(bytes).digest("hex")
  trial.expect((id ?? null) !== null && typeof url === "string", "id and url", response)
  trial.expect(media_type === "application/pdf" && size === bytes.length, "type and size", response)
  trial.expect(sha256 === expected, `sha256 ${expected}`, response)
}

const joins = async (trial: Trial) => {
  const bytes = document("joins")
  const { id, url } = await attached(trial, "one", bytes)
  const urls = await urlsOf(trial, "one")
  trial.expect(urls.includes(url), `${url} among the transaction's`, urls)
  for (const as of ["admin", "ann"]) {
    const file = await read(trial, "one", id, as)
    const type = file.headers["content-type"] ?? ""
    const same = file.status === 200 && file.text === bytes && type.startsWith("application/pdf")
    trial.expect(same, `the file, by ${as}`, file)
  }
}

const rights = async (trial: Trial) => {
  const { id } = await attached(trial, "one", document("rights"))
  const stranger = await read(trial, "one", id, "least")
  expectStatus(trial, stranger, 404, "by somebody who may not read the transaction")
  const path = `/v2/businesses/${trial.business.client_id}${pathOf(trial, "one")}/${id}`
  expectStatus(trial, await trial.request("GET", path), 401, "by nobody")
}

const contents = async (trial: Trial) => {
  const text = await attach(trial, "one", "Paid in full.", "application/pdf")
  const refusals = [400, 415, 422]
  trial.expect(refusals.includes(text.status), "what is no receipt is refused: 400 or 415", text)
  const page = await attach(trial, "one", "<svg xmlns='http://www.w3.org/2000/svg'/>", "image/png")
  trial.expect(refusals.includes(page.status), "a page that is called an image: 400 or 415", page)
  const urls = await urlsOf(trial, "one")
  trial.expect(urls.length === 0, "nothing is attached", urls)
}

const maxBytes = 20 * 1024 * 1024

const sizes = async (trial: Trial) => {
  const begun = document("large")
  const padded = (length: number) => begun + "\n".repeat(length - begun.length)
  const whole = await attach(trial, "one", padded(maxBytes))
  expectStatus(trial, whole, 201, "20 MiB")
  trial.expect(whole.body?.size === maxBytes, `size ${maxBytes}`, whole)
  expectStatus(trial, await attach(trial, "two", padded(maxBytes + 1)), 413, "a byte more")
}

const again = async (trial: Trial) => {
  const bytes = document("again")
  const first = await attached(trial, "one", bytes)
  const same = await attach(trial, "one", bytes)
  trial.expect(same.status === 200 && same.body?.id === first.id, "200 with what is there", same)
  const other = await attach(trial, "two", bytes)
  trial.expect(other.status === 200, "200 on another transaction", other)
  const { duplicate_of } = other.body ?? {}
  trial.expect(first.duplicate_of == null && duplicate_of != null, "duplicate_of", other)
}

const removed = async (trial: Trial) => {
  const { id, url } = await attached(trial, "one", document("removed"))
  const path = `${pathOf(trial, "one")}/${id}`
  expectStatus(trial, await askBeside(trial, "DELETE", path, { version: "v2" }), 204, "DELETE")
  const urls = await urlsOf(trial, "one")
  trial.expect(!urls.includes(url), "its url has left", urls)
  expectStatus(trial, await read(trial, "one", id), 404, "GET afterwards")
}

const addresses = async (trial: Trial) => {
  const path = `/transactions/${idOf(trial, "transactions", "one")}`
  const set = (receipt_urls: ReadonlyArray<string>) =>
    askBeside(trial, "PATCH", path, { version: "v2", body: { receipt_urls } })
  for (const url of ["ftp://receipts.example.com/1", "javascript:alert(1)", "/1.pdf", "1.pdf"]) {
    expectProblem(trial, await set([url]), 400, null, url)
  }
  const url = "https://receipts.example.com/1.pdf"
  expectStatus(trial, await set([url]), 200, url)
  trial.expect((await urlsOf(trial, "one")).join() === url, url, await urlsOf(trial, "one"))
}

export const receiptFiles = checksOf("settled", [
  ...rowsOf("receipt-upload", [
    ["shown", "a receipt shows what it is", shown, spent],
    ["contents", "its first bytes say what it is", contents, spent],
    ["sizes", "20 MiB, and not a byte more", sizes, spent],
  ]),
  ...rowsOf("receipt-files", [
    ["joins", "its url joins the transaction's", joins, spent],
    ["rights", "who may not read the transaction may not read it", rights, spent],
  ]),
  ...rowsOf("receipt-same", [["again", "the same bytes are one file", again, spent]]),
  ...rowsOf("receipt-removal", [["removed", "it goes with its url", removed, spent]]),
  ...rowsOf("receipt-url", [["schemes", "only http and https, or ours", addresses, spent]]),
])
