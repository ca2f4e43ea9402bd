import { bodyOf, isAt, type Place, targetOf } from "../../mutants/edges.ts"
import type { Edge } from "../../reference/provisioner.ts"
import { type Answered, jsonAnswer } from "../../wire.ts"
import type { Choice } from "./choice.ts"

/** What lies beside the interface: nobody has to have it. */
const places: ReadonlyArray<Place> = [
  "me",
  "sessions",
  "receipts",
  "receipt",
  "movements",
  "report",
  "policies",
  "policy",
  "taxRates",
  "books",
  "exports",
  "export",
  "exportFile",
  "tokens",
  "token",
  "webhooks",
  "mapping",
  "periods",
  "events",
  "decision",
  "waiting",
]

/** Parameters of operations that the interface has. */
const parameters = [
  "dry_run",
  "updated_after",
  "user_id",
  "budget_id",
  "transaction_type",
  "search",
  "min_amount",
  "max_amount",
  "category_id",
  "has_receipt",
  "custom_field",
  "sort",
]

const problem = (status: number, code: string, url: string, more: object = {}): Answered =>
  jsonAnswer(
    status,
    {
      ...{ type: "/docs/problems", title: "Refused", status, detail: `${url}: ${code}`, code },
      ...{ request_id: "lean", ...more },
    },
    {
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      "x-request-id": "lean",
    },
  )

/** The server's own verdict on who asks comes before whether there is such a thing. */
const lean: Edge = (next) => async (asked) => {
  const { path, query } = targetOf(asked)
  const isMissing = isAt(asked, places)
  const isChange = asked.method === "PATCH" && isAt(asked, ["transaction"])
  const extra = parameters.find(
    (name) => query.has(name) && !(name === "user_id" && path.endsWith("/members")),
  )
  if (!isMissing && !isChange && extra === undefined) return next(asked)
  if (isMissing || isChange) return problem(404, "not_found", asked.url)
  const judged = await next({ ...asked, url: asked.url.replace(/\?.*/u, "?colour=red") })
  const isShape = judged.status === 400 || judged.status < 300
  if (!isShape) return judged
  const known = bodyOf(judged)?.errors ?? []
  const errors = [...known, { parameter: extra, code: "unknown_parameter", detail: `${extra}` }]
  return problem(400, "unknown_parameter", asked.url, { errors })
}

/** A server that has the interface as it was settled, and nothing beside it. */
export const withoutExtensions: Choice = {
  name: "without-extensions",
  does: "has nothing that is an extension",
  allowed: "not in `seed.md` at all; it lives beside the interface and never changes its answers.",
  edge: lean,
}
