import { Store } from "@outlay/domain/ports"
import { Effect, Layer } from "effect"
import { change } from "./shared/change.ts"
import { runLook } from "./shared/questions.ts"
import { engineServices } from "./shared/services.ts"
import { Sql } from "./shared/sql.ts"

/** Rows of businesses, in SQL. */
export const store = Layer.effect(
  Store,
  Effect.gen(function* () {
    const sql = yield* Sql
    const provided = yield* engineServices
    return {
      read: (client_id, look) => runLook(sql, client_id, look),
      change: (client_id, look, decide) =>
        provided(change(client_id, runLook(sql, client_id, look), decide)),
    }
  }),
)
