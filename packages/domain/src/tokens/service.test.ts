import { Deferred, Effect, Exit, Layer, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { expect, test } from "vitest"
import { aBusiness, aRole } from "../../test/given.ts"
import { Ids } from "../core/ids.ts"
import { runLook } from "../core/questions.ts"
import { NotFound } from "../core/refusals.ts"
import { Store } from "../core/store.ts"
import { StorageUnavailable } from "../core/unit-of-work.ts"
import type { Credential } from "./principal.ts"
import { Secrets } from "./secrets.ts"
import { Tokens } from "./service.ts"
import { TokenStore, type TokenUse } from "./store.ts"

const credential: Credential = {
  token: {
    client_id: 7,
    id: "token-1",
    name: "Scripts",
    kind: "API",
    digest: "digest of s1",
    role_id: "role-member",
    user_id: null,
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
    created: "1970-01-01T00:00:00.000Z",
    updated: "1970-01-01T00:00:00.000Z",
  },
  business: aBusiness(),
  role: aRole(),
  has_user: true,
  user_role: null,
}

/** A store with one token, which records each batch of uses and fails while `down` is true. */
const given = () => {
  const state = {
    down: false,
    /** Effect that the next write waits for. */
    wait: Effect.void as Effect.Effect<void>,
    batches: [] as Array<ReadonlyArray<TokenUse>>,
  }
  const store = Layer.succeed(TokenStore, {
    findByDigest: (digest) =>
      Effect.succeed(digest === credential.token.digest ? credential : null),
    touch: (uses) =>
      Effect.suspend(() => {
        if (state.down) return Effect.fail(new StorageUnavailable({ reason: "full" }))
        const { wait } = state
        state.wait = Effect.void
        return Effect.andThen(
          wait,
          Effect.sync(() => void state.batches.push(uses)),
        )
      }),
  })
  const secrets = Layer.succeed(Secrets, {
    generate: Effect.die("no secret is made here"),
    digest: (secret) => `digest of ${secret}`,
    sign: (key, text) => `${key} of ${text}`,
  })
  const businesses = Layer.succeed(Store, {
    read: (client_id, look) => {
      const business = client_id === 7 ? aBusiness() : null
      const results = { one: business, all: [], count: 0, page: { count: 0, results: [] } }
      return Effect.sync(() => runLook(look, ({ ask }) => results[ask as keyof typeof results]))
    },
    change: () => Effect.die("nothing changes here"),
  })
  const ids = Layer.succeed(Ids, {
    uuid: Effect.succeed("id"),
    uuids: (length) => Effect.succeed(Array(length).fill("id")),
    integer: () => Effect.succeed(1),
  })
  return { state, layer: Layer.provide(Tokens.layer, [store, businesses, secrets, ids]) }
}

const run = (
  layer: Layer.Layer<Tokens>,
  work: Effect.Effect<void, StorageUnavailable, Tokens | Scope.Scope>,
) =>
  Effect.runPromise(
    Effect.scoped(work).pipe(Effect.provide(layer), Effect.provide(TestClock.layer())),
  )

const use = (second: number): TokenUse => ({
  client_id: 7,
  token_id: "token-1",
  last_used_at: `1970-01-01T00:00:0${second}.000Z`,
})

test("the latest use is saved periodically and at the end", async () => {
  const { state, layer } = given()
  await run(
    layer,
    Effect.gen(function* () {
      const tokens = yield* Tokens
      expect(yield* tokens.authenticate("s1")).toMatchObject({ token: { id: "token-1" } })
      yield* TestClock.adjust("1 second")
      yield* tokens.authenticate("s1")
      expect(state.batches).toEqual([])
      yield* TestClock.adjust("5 seconds")
      expect(state.batches).toEqual([[use(1)]])
      yield* TestClock.adjust("30 minutes")
      expect(state.batches).toHaveLength(1)
      yield* tokens.authenticate("s1")
    }),
  )
  expect(state.batches).toHaveLength(2)
})

test("a use that could not be saved is saved later", async () => {
  const { state, layer } = given()
  await run(
    layer,
    Effect.gen(function* () {
      const tokens = yield* Tokens
      state.down = true
      yield* tokens.authenticate("s1")
      yield* TestClock.adjust("5 seconds")
      state.down = false
      yield* TestClock.adjust("5 seconds")
      expect(state.batches).toEqual([[use(0)]])
    }),
  )
})

test("a list of tokens shows a use that is still being saved", async () => {
  const { state, layer } = given()
  await run(
    layer,
    Effect.gen(function* () {
      const tokens = yield* Tokens
      const latch = yield* Deferred.make<void>()
      state.wait = Deferred.await(latch)
      yield* tokens.authenticate("s1")
      // The periodic write has started.
      yield* TestClock.adjust("5 seconds")
      expect(state.batches).toEqual([])
      yield* Effect.orDie(tokens.list(7, { offset: 0, limit: 50 }))
      expect(state.batches).toEqual([[use(0)]])
      yield* Deferred.succeed(latch, undefined)
      yield* TestClock.adjust("5 seconds")
      expect(state.batches).toEqual([[use(0)], [use(0)]])
    }),
  )
})

test("an unknown secret has no principal and counts as no use", async () => {
  const { state, layer } = given()
  await run(
    layer,
    Effect.gen(function* () {
      const tokens = yield* Tokens
      expect(yield* tokens.authenticate("s2")).toBeNull()
    }),
  )
  expect(state.batches).toEqual([])
})

test("a list of tokens of an unknown business is refused, not empty", async () => {
  const { layer } = given()
  await run(
    layer,
    Effect.gen(function* () {
      const tokens = yield* Tokens
      const list = (client_id: number) => tokens.list(client_id, { offset: 0, limit: 50 })
      expect(yield* Effect.orDie(list(7))).toEqual({ count: 0, results: [] })
      expect(yield* Effect.exit(list(8))).toEqual(
        Exit.fail(new NotFound({ what: "business", id: 8 })),
      )
    }),
  )
})
