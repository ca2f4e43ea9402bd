import { bodyOf, isAt, type Place, targetOf } from "../../mutants/edges.ts"
import type { Edge } from "../../reference/provisioner.ts"
import { type HttpResponse, jsonResponse } from "../../wire.ts"
import type { Choice } from "./choice.ts"

/** Operations in addition to the interface, which are optional. */
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

/** Extension parameters of the interface's own operations. */
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

const problem = (status: number, code: string, url: string, more: object = {}): HttpResponse =>
  jsonResponse(
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

/** The server authenticates and authorises first; only then is the extension missing. */
const lean: Edge = (next) => async (request) => {
  const { path, query } = targetOf(request)
  const isMissing = isAt(request, places)
  const isChange = request.method === "PATCH" && isAt(request, ["transaction"])
  const extra = parameters.find(
    (name) => query.has(name) && !(name === "user_id" && path.endsWith("/members")),
  )
  if (!isMissing && !isChange && extra === undefined) return next(request)
  if (isMissing || isChange) return problem(404, "not_found", request.url)
  const judged = await next({ ...request, url: request.url.replace(/\?.*/u, "?colour=red") })
  const isShape = judged.status === 400 || judged.status < 300
  if (!isShape) return judged
  const known = bodyOf(judged)?.errors ?? []
  const errors = [...known, { parameter: extra, code: "unknown_parameter", detail: `${extra}` }]
  return problem(400, "unknown_parameter", request.url, { errors })
}

/** A server with the settled interface and no extension. */
export const withoutExtensions: Choice = {
  name: "without-extensions",
  does: "has nothing that is an extension",
  allowed: "not in `seed.md` at all; it lives beside the interface and never changes its answers.",
  edge: lean,
}
