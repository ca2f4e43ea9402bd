import { jsonResponse } from "../../wire.ts"
import {
  answering,
  bodyOf,
  isGood,
  type Json,
  type Place,
  records,
  refusing,
  responseBody,
  sending,
} from "../edges.ts"
import type { Mutant } from "../mutant.ts"
import { type Edge, mutant, set } from "./edges.ts"

/** Turns a 403 into a success. */
const forAll = (method: string, place: Place): Edge =>
  answering(method, [place], async (request, next) => {
    const response = await next(request)
    return response.status === 403 ? jsonResponse(200, bodyOf(request)) : response
  })

/** Changes the text of an exported file; `times` counts how often it was read. */
const file =
  (change: (text: string, times: number) => string): Edge =>
  (next) => {
    let times = 0
    return answering("GET", ["exportFile"], async (request, server) => {
      const response = await server(request)
      times += 1
      return isGood(response) ? { ...response, body: change(response.body, times) } : response
    })(next)
  }

/** Drops a field from the request. */
const unsaid = (place: Place, name: string): Edge =>
  sending("POST", [place], ({ [name]: _, ...body }) => body)

/** Changes the tax rate of each line item. */
const taxed = (change: (rate: Json) => Json): Edge =>
  records(["transaction"], (row) => ({
    ...row,
    line_items: row.line_items?.map((item: Json) => {
      const { tax_rate, ...rest } = item
      const made = change(tax_rate)
      return made === undefined ? rest : { ...rest, tax_rate: made }
    }),
  }))

/** Shows in each line item the code that its category was mapped to last. */
const coded: Edge = (next) => {
  const codes = new Map<unknown, Json>()
  const mapped = new Map<unknown, unknown>()
  const shown = records(["transaction", "transactions"], (row) => ({
    ...row,
    line_items: row.line_items?.map((item: Json) => {
      const code = codes.get(mapped.get(item.category?.id))
      return code === undefined ? item : { ...item, category: { ...item.category, code } }
    }),
  }))
  const learnt = responseBody("POST", ["codes"], (body) => {
    codes.set(body.id, body.code)
    return body
  })
  const mappingEdge = responseBody("PATCH", ["category"], (body) => {
    mapped.set(body.id, body.accounting_code_id)
    return body
  })
  return shown(learnt(mappingEdge(next)))
}

const named: ReadonlyArray<
  readonly [requirement: string, name: string, breaks: string, edge: Edge]
> = [
  [
    "books-date",
    "books-forgotten",
    "the date of the books is not shown",
    responseBody("GET", ["books"], set("locked_through", null)),
  ],
  ["books-date", "books-reopened", "whoever has a token opens the books", forAll("PUT", "books")],
  [
    "books-date",
    "books-any-day",
    "the books are closed on a day that there is not",
    answering("PUT", ["books"], async (request, next) => {
      const response = await next(request)
      return response.status === 400 ? jsonResponse(200, bodyOf(request)) : response
    }),
  ],
  [
    "books",
    "books-open",
    "closed books take any movement",
    answering("PUT", ["books"], async (request) => jsonResponse(200, bodyOf(request))),
  ],
  [
    "books-kept",
    "codes-follow",
    "line items show the code that their category has now, whatever is locked",
    coded,
  ],
  [
    "exports",
    "exports-unlisted",
    "exports are not listed",
    responseBody("GET", ["exports"], (body) => ({ ...body, count: 0, results: [] })),
  ],
  [
    "exports",
    "export-of-anything",
    "an export is made of whatever is asked",
    answering("POST", ["exports"], async (request, next) => {
      const response = await next(request)
      return response.status === 400 ? jsonResponse(201, { id: "1" }) : response
    }),
  ],
  [
    "export-formats",
    "export-without-ledger",
    "there is no format `ledger`",
    answering("POST", ["exports"], async (request, next) =>
      bodyOf(request)?.format === "ledger" ? refusing(400) : next(request),
    ),
  ],
  [
    "export-formats",
    "journal-without-tax",
    "the journal has no tax codes",
    file((text) => text.replace("tax_code", "memo")),
  ],
  [
    "export-bytes",
    "export-made-anew",
    "a file is created again whenever it is read",
    file((text, times) => `${text}\n# ${times}`),
  ],
  [
    "export-bytes",
    "export-takes-all",
    "`only_new` leaves nothing out",
    unsaid("exports", "only_new"),
  ],
  [
    "export-balances",
    "export-one-sided",
    "a journal has debits only",
    file((text) => text.replaceAll(/,(\d+\.\d\d),,/gu, ",,,")),
  ],
  [
    "export-balances",
    "export-without-cents",
    "a journal is rounded to whole units",
    file((text) => text.replaceAll(/,(\d+)\.\d\d/gu, ",$1")),
  ],
  ["tax-rate", "tax-rate-left-out", "no line item has a tax rate", taxed(() => undefined)],
  [
    "tax-rate",
    "tax-rate-always",
    "every line item says its tax rate",
    taxed((rate) => rate ?? null),
  ],
  [
    "tax-rate",
    "tax-rate-by-id",
    "a line item shows the id of its tax rate",
    taxed((rate) => (rate === undefined || rate === null ? rate : { id: rate.id })),
  ],
  [
    "line-tax-rate",
    "tax-rate-unheard",
    "`tax_rate_id` has no effect",
    sending("PATCH", ["transaction"], (body) => ({
      ...body,
      line_items: body.line_items?.map(({ tax_rate_id: _, ...item }: Json) => item),
    })),
  ],
  [
    "line-tax-rate",
    "tax-rate-unresolved",
    "only a rate that is named is taken",
    taxed((rate) => (rate?.name === "Any" || rate === undefined ? rate : null)),
  ],
]

/** Mutants with one defect in closed books, exports or tax. */
export const bookkeeping: ReadonlyArray<Mutant> = named.map(([requirement, name, breaks, edge]) =>
  mutant(name, requirement, breaks, edge),
)
