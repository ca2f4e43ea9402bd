import { Store, TokenStore } from "@outlay/domain/ports"
import { Effect, Layer } from "effect"
import { expect, test } from "vitest"
import { Cache } from "./shared/cache.ts"
import { Sql } from "./shared/sql.ts"
import { tokenStore } from "./tokens.ts"

/** Returns the parameters of the queries that find a token of business 7. */
const queriesOf = async (isDivided: boolean, client_id: number | null) => {
  const log: Array<unknown> = []
  const sql = {
    isDivided,
    cache: new Cache(),
    get: (_: unknown, params: { readonly client_id?: number }) =>
      Effect.sync(() => {
        log.push(params)
        return (params.client_id ?? 7) === 7 ? "the credential" : null
      }),
  } as unknown as Sql["Service"]
  const engine = Layer.merge(Layer.succeed(Sql, sql), Layer.succeed(Store, {} as Store["Service"]))
  const found = TokenStore.use((_) => _.findByDigest("d", client_id))
  const credential = await Effect.runPromise(
    Effect.provide(found, Layer.provide(tokenStore, engine)),
  )
  expect(credential).toBe("the credential")
  return log
}

const ofAll = { digest: "d" }

test.each([
  ["the only server", false, 7, [ofAll]],
  ["the server of the named business", true, 7, [{ ...ofAll, client_id: 7 }]],
  ["all servers if it belongs to another business", true, 8, [{ ...ofAll, client_id: 8 }, ofAll]],
  ["all servers if no business is named", true, null, [ofAll]],
] as const)("a token is looked up on %s", async (_, isDivided, client_id, expected) => {
  expect(await queriesOf(isDivided, client_id)).toEqual(expected)
})
