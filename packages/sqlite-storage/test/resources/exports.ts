import { Exports } from "@outlay/domain"
import { exportById, exportContext, exportPart, exportsByCreated } from "@outlay/domain/ports"
import { Effect, Stream } from "effect"
import fc from "fast-check"
import { maybe, nth, work } from "../agreement/commands.ts"
import type { Resource } from "../resources.ts"

const days = fc.constantFrom("2025-12-01", "2026-01-31", "2026-02-01", "2026-12-31")

const createExport = work(
  "create export",
  fc.record({
    of: nth,
    format: fc.constantFrom("csv", "xlsx", "journal-csv", "beancount"),
    start_date: days,
    end_date: days,
    only_new: maybe(fc.boolean()),
  }),
  ({ of, ...request }) =>
    (known) =>
      Exports.use((_) =>
        Effect.flatMap(_.create(known.client(of), request), (made) =>
          Stream.runCollect(_.content(made)),
        ),
      ),
)

const listExports = work(
  "list exports",
  nth,
  (of) => (known) => Exports.use((_) => _.list(known.client(of), { offset: 0, limit: 50 })),
)

export const resource: Resource = {
  table: "exports",
  looks: [
    exportContext({ start_date: "2026-01-01", end_date: "2026-01-31" }),
    exportById("e"),
    exportsByCreated({ offset: 0, limit: 50 }),
    exportPart("e", 1),
  ],
  commands: [
    [2, createExport],
    [1, listExports],
  ],
}
