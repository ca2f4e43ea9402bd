import { equal, ok } from "node:assert/strict"
import {
  changed,
  created,
  type Store,
  TokenStore,
  tokenContext,
  tokensByCreated,
} from "@outlay/domain/ports"
import { showToken, type TokenContext } from "@outlay/domain/rules"
import { Effect, Exit } from "effect"
import { change, load, read } from "./access.ts"
import { deepEqual, matches } from "./assert.ts"
import { check, type Suites, Witness } from "./cases.ts"
import { changeCases } from "./change.ts"
import { acme, at, ground, now, other, plant } from "./given.ts"
import { pageCases } from "./paging.ts"

const ofNewToken = tokenContext({ token_id: null })

const all = { offset: 0, limit: 50 }

/** Guarantees of a storage for tokens. */
export const tokenStoreSuites: Suites<TokenStore> = [
  {
    name: "Tokens: change",
    cases: [
      ...changeCases<TokenContext, Store>(
        (of, decide) => change(of, ofNewToken, decide),
        ({ business }) => business ?? acme.business(),
      ),

      check(
        "loads the named token, role and user; returns null for those of another business",
        () =>
          Effect.gen(function* () {
            yield* plant(acme, [...ground(acme), created("tokens", acme.token(1))])
            yield* plant(other, ground(other))
            const named = tokenContext({
              ...{ token_id: acme.uuid(1), role_id: acme.uuid(2), user_id: acme.integer(3) },
            })
            deepEqual(yield* load(acme, named), {
              business: acme.business(),
              tokens: 0,
              token: acme.token(1),
              role: acme.role(2),
              user: acme.user(3),
            })
            const foreign = { tokens: 0, token: null, role: null, user: null }
            deepEqual(yield* load(other, named), { business: other.business(), ...foreign })
          }),
      ),

      check("counts the tokens of the business for a new one, without sessions and revoked", () =>
        Effect.gen(function* () {
          const session = acme.token(3, { kind: "SESSION", user_id: acme.integer(3) })
          yield* plant(acme, [
            ...ground(acme),
            ...[1, 5].map((n) => created("tokens", acme.token(n))),
            created("tokens", acme.token(2, { revoked_at: now })),
            created("tokens", session),
          ])
          yield* plant(other, [...ground(other), created("tokens", other.token(1))])
          equal((yield* load(acme, ofNewToken)).tokens, 2)
        }),
      ),

      check("two tokens with one digest: the second is not stored", () =>
        Effect.gen(function* () {
          const { digest } = acme.token(1)
          yield* plant(acme, [...ground(acme), created("tokens", acme.token(1))])
          const twice = plant(acme, [created("tokens", acme.token(2, { digest }))])
          ok(Exit.isFailure(yield* Effect.exit(twice)))
          equal((yield* read(acme, tokensByCreated(all))).count, 1)
        }),
      ),
    ],
  },

  {
    name: "TokenStore.findByDigest",
    cases: [
      check("finds a token with its business and role, revoked or not; otherwise null", () =>
        Effect.gen(function* () {
          const store = yield* TokenStore
          const revoked = acme.token(2, { revoked_at: now, role_id: acme.uuid(2) })
          yield* plant(acme, [
            ...ground(acme),
            created("tokens", acme.token(1)),
            created("tokens", revoked),
          ])
          deepEqual(yield* store.findByDigest(acme.token(1).digest), {
            ...{ token: acme.token(1), business: acme.business() },
            ...{ role: acme.role(1), has_user: true, user_role: null },
          })
          matches(yield* store.findByDigest(revoked.digest), {
            ...{ token: revoked, role: acme.role(2) },
          })
          equal(yield* store.findByDigest(acme.token(3).digest), null)
        }),
      ),

      check("finds it regardless of the business in the request", () =>
        Effect.gen(function* () {
          const store = yield* TokenStore
          const token = acme.token(1)
          yield* plant(acme, [...ground(acme), created("tokens", token)])
          yield* plant(other, ground(other))
          for (const client_id of [other.client_id, 987_654, null, acme.client_id]) {
            matches(yield* store.findByDigest(token.digest, client_id), { token })
            equal(yield* store.findByDigest(acme.token(3).digest, client_id), null)
          }
        }),
      ),

      check("returns whether the user for whom it acts is active", () =>
        Effect.gen(function* () {
          const store = yield* TokenStore
          yield* plant(acme, [
            ...ground(acme),
            created("users", acme.user(5, { is_deleted: true })),
            created("tokens", acme.token(1, { user_id: acme.integer(1) })),
            created("tokens", acme.token(2, { user_id: acme.integer(5) })),
          ])
          const found = yield* Effect.forEach([1, 2], (n) =>
            store.findByDigest(acme.token(n).digest),
          )
          deepEqual(
            found.map((_) => _?.has_user),
            [true, false],
          )
        }),
      ),

      check("returns the current role of the user for whom it acts, from its next change on", () =>
        Effect.gen(function* () {
          const store = yield* TokenStore
          const user = acme.user(1, { role_id: acme.uuid(1) })
          const token = acme.token(1, { user_id: user.id })
          const roleNow = Effect.map(store.findByDigest(token.digest), (_) => _?.user_role)
          const after = { ...user, role_id: acme.uuid(2) }
          yield* plant(acme, [...ground(acme), created("tokens", token)])
          yield* plant(acme, [changed("users", acme.user(1), user)])
          deepEqual(yield* roleNow, acme.role(1))
          yield* plant(acme, [changed("users", user, after)])
          deepEqual(yield* roleNow, acme.role(2))
        }),
      ),
    ],
  },

  {
    name: "Tokens: list, and TokenStore.touch",
    cases: [
      ...pageCases<Store>({
        row: (n, order) => created("tokens", acme.token(n, { created: at(order) })),
        page: (page) => read(acme, tokensByCreated(page)),
        idOf: acme.uuid,
      }),

      check("lists no sessions", () =>
        Effect.gen(function* () {
          const store = yield* TokenStore
          const session = acme.token(2, { kind: "SESSION", user_id: acme.integer(3) })
          yield* plant(acme, [
            ...ground(acme),
            created("tokens", acme.token(1)),
            created("tokens", session),
          ])
          const { count, results } = yield* read(acme, tokensByCreated(all))
          deepEqual([count, results.map((_) => _.id)], [1, [acme.uuid(1)]])
          matches(yield* store.findByDigest(session.digest), { token: session })
        }),
      ),

      check("shows no digest", () =>
        Effect.gen(function* () {
          yield* plant(acme, [...ground(acme), created("tokens", acme.token(1))])
          const { results } = yield* read(acme, tokensByCreated(all))
          deepEqual(results, [showToken(acme.token(1))])
          ok(!JSON.stringify(results).includes(acme.token(1).digest))
        }),
      ),

      check("records a use and changes nothing else: no event, no `updated`", () =>
        Effect.gen(function* () {
          const store = yield* TokenStore
          const { client_id } = acme
          yield* plant(acme, [
            ...ground(acme),
            created("tokens", acme.token(1)),
            created("tokens", acme.token(2)),
          ])
          yield* store.touch([
            { client_id, token_id: acme.uuid(1), last_used_at: now },
            { client_id, token_id: acme.uuid(9), last_used_at: now },
          ])
          const { results } = yield* read(acme, tokensByCreated(all))
          deepEqual(
            results.map((_) => _.last_used_at),
            [now, null],
          )
          deepEqual(
            results.map((_) => _.updated),
            [at(0), at(0)],
          )
          const witness = yield* Witness
          deepEqual(yield* witness.events(client_id), [])
        }),
      ),
    ],
  },
]
