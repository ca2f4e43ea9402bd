import { Export, exportFormats, exportMediaTypes } from "@outlay/domain/fields"
import { ExportEndsBeforeStart, ExportTooLarge, maxExportMovements } from "@outlay/domain/rules"
import { Schema } from "effect"
import { bodyOf } from "./shared/body.ts"
import { endpoint, file, one, pageOf } from "./shared/endpoint.ts"
import { client_id, uuidId } from "./shared/path.ts"
import { notFound, problem } from "./shared/problem.ts"
import { page } from "./shared/query.ts"
import { CalendarDate } from "./shared/text.ts"
import * as value from "./shared/values.ts"
import { wire } from "./shared/wire.ts"

const example = { format: "csv", start_date: "2026-10-01", end_date: "2026-10-31" } as const

export const exported = wire(Export, {
  example: {
    id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b60",
    ...example,
    only_new: false,
    count: 41,
    name: "outlay-2026-10-01-2026-10-31-csv.csv",
    size: 9_214,
    balances: [
      {
        currency: "AUD",
        opening_balance: 25_000,
        earlier_amount: 0,
        amount: -1_240.5,
        closing_balance: 23_759.5,
      },
    ],
    created: "2026-11-02T03:20:00.412Z",
    updated: "2026-11-02T03:20:00.412Z",
  },
})

export const CreateExport = bodyOf(Export, {
  format: Schema.Literals(exportFormats),
  start_date: CalendarDate,
  end_date: CalendarDate,
  only_new: Schema.optionalKey(Schema.Boolean),
}).annotate({
  identifier: "CreateExport",
  description: "A new export of the movements from `start_date` to `end_date`, both inclusive.",
  examples: [example] as never,
})

export const exportEndsBeforeStart = problem(ExportEndsBeforeStart, "The end is before the start", {
  values: { start_date: value.day },
})
export const exportTooLarge = problem(ExportTooLarge, "The export has too many movements", {
  values: { maximum: value.integer },
})

const all = "/v1/businesses/{client_id}/exports"
const each = `${all}/{export_id}` as const
const access = { resource: "transactions", action: "update" } as const
const ofExport = { client_id, export_id: uuidId("Id of the export.") }

export const exports = {
  list: endpoint({
    operation: "exports.list",
    method: "GET",
    path: all,
    access,
    summary: "List exports",
    description: "Returns the exports of the business, oldest first.",
    params: { client_id },
    query: page,
    success: pageOf(exported),
    problems: [],
  }),
  create: endpoint({
    operation: "exports.create",
    method: "POST",
    path: all,
    access,
    summary: "Create an export",
    description: `Exports the wallet movements of the given days, at most ${maxExportMovements}, to a file that never changes. With \`only_new\`, movements of earlier exports are left out. The balances of each wallet match its statement.`,
    params: { client_id },
    body: CreateExport,
    success: one(exported, 201),
    problems: [exportEndsBeforeStart, exportTooLarge],
  }),
  get: endpoint({
    operation: "exports.get",
    method: "GET",
    path: each,
    access,
    summary: "Get an export",
    description: "Returns an export, without its file.",
    params: ofExport,
    success: one(exported),
    problems: [notFound],
  }),
  file: endpoint({
    operation: "exports.file",
    method: "GET",
    path: `${each}/file`,
    access,
    summary: "Download the file of an export",
    description: "Returns the file of the export. It never changes.",
    params: ofExport,
    success: file([...new Set(Object.values(exportMediaTypes))]),
    problems: [notFound],
  }),
}
