import { Context, Effect, Layer, Stream } from "effect"
import { Ids } from "../core/ids.ts"
import { money } from "../core/money.ts"
import { existingIn } from "../core/not-found.ts"
import { now as currentTime } from "../core/now.ts"
import type { PageRequest } from "../core/page.ts"
import { all, answerTo } from "../core/questions.ts"
import type { CreateExport, Export, ExportKey } from "../core/records/exports.ts"
import { Store } from "../core/store.ts"
import { UnitOfWork } from "../core/unit-of-work.ts"
import { StatementStore } from "../statements/store.ts"
import { exportById, exportContext, exportPart, exportsByCreated } from "./looks.ts"
import { decideExport, type StatedBalance } from "./rules.ts"

const make = Effect.gen(function* () {
  const store = yield* Store
  const statements = yield* StatementStore
  const ids = yield* Ids
  const { atomically } = yield* UnitOfWork

  const list = (client_id: number, page: PageRequest) =>
    store.read(client_id, exportsByCreated(page))

  const get = ({ client_id, export_id }: ExportKey) =>
    existingIn(store.read(client_id, exportById(export_id)), "export", export_id)

  /** Returns the balances of every wallet according to its statement. */
  const balances = Effect.fnUntraced(function* (
    client_id: number,
    period: Pick<CreateExport, "start_date" | "end_date">,
  ) {
    const wallets = yield* store.read(client_id, answerTo(all("wallets")))
    const stated: Array<StatedBalance> = []
    for (const { currency } of wallets.toSorted((a, b) => (a.currency < b.currency ? -1 : 1))) {
      const found = yield* statements.movements({ client_id, currency }, period)
      const opening = found?.before.amount ?? 0
      const closing = (found?.days ?? []).reduce((sum, { amount }) => sum + amount, opening)
      stated.push({
        currency,
        opening_balance: money(opening),
        closing_balance: money(closing),
      })
    }
    return stated
  })

  const create = Effect.fn("Exports.create")(
    function* (client_id: number, request: CreateExport) {
      const stated = yield* balances(client_id, request)
      const id = yield* ids.uuid
      const command = { ...request, client_id, id, stated, now: yield* currentTime }
      return yield* store.change(client_id, exportContext(request), (context) =>
        decideExport(context, command),
      )
    },
    (work, client_id) => atomically(work, { client_id }),
  )

  /** Streams the parts of the file, one at a time, as readers request them. */
  const content = ({ client_id, id, parts }: Export) =>
    Stream.fromIterable(Array.from({ length: parts }, (_, n) => n + 1)).pipe(
      Stream.mapEffect((number) =>
        Effect.flatMap(store.read(client_id, exportPart(id, number)), (part) =>
          part === null
            ? Effect.die(new Error(`Part ${number} of export ${id} is missing`))
            : Effect.succeed(part.content),
        ),
      ),
    )

  return {
    /** Lists the exports of a business, oldest first. */
    list,
    /** Returns one export. Amounts of its balances are in minor units. Refused: `NotFound`. */
    get,
    /**
     * Creates an export of the movements of wallets on these UTC days, both inclusive. Its file
     * never changes. Refused: `ExportEndsBeforeStart`, `ExportTooLarge`.
     */
    create,
    /** Returns the file of an export, in parts: text, or base64 for a workbook. */
    content,
  }
})

/** Exports: "a batch with a stable id", in a format of accounting software. */
export class Exports extends Context.Service<Exports, Effect.Success<typeof make>>()(
  "@outlay/domain/Exports",
) {
  static readonly layer = Layer.effect(Exports, make)
}
