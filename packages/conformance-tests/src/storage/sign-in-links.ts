import { equal, ok } from "node:assert/strict"
import type { SignInLink } from "@outlay/domain/fields"
import { created, removed, SignInStore } from "@outlay/domain/ports"
import { Effect, Exit } from "effect"
import { deepEqual } from "./assert.ts"
import { check, type Suites } from "./cases.ts"
import { acme, at, ground, other, plant, type Tenant } from "./given.ts"

const link = (of: Tenant, n: number, fields: Partial<SignInLink> = {}): SignInLink => ({
  client_id: of.client_id,
  id: of.uuid(n),
  user_id: of.integer(3),
  invite_id: null,
  digest: of.uuid(n).replaceAll("-", "").repeat(2),
  return_to: "/budgets?status=PENDING",
  expires_at: at(n),
  created: at(0),
  updated: at(0),
  ...fields,
})

/** Guarantees of a `SignInStore`. */
export const signInStoreSuites: Suites<SignInStore> = [
  {
    name: "SignInStore.findByDigest",
    cases: [
      check("finds a link of any business, unchanged, until it is removed", () =>
        Effect.gen(function* () {
          const store = yield* SignInStore
          const mine = link(acme, 1)
          const theirs = link(other, 2, { return_to: null })
          yield* plant(acme, [...ground(acme), created("sign_in_links", mine)])
          yield* plant(other, [...ground(other), created("sign_in_links", theirs)])
          deepEqual(yield* store.findByDigest(mine.digest), mine)
          deepEqual(yield* store.findByDigest(theirs.digest), theirs)
          yield* plant(acme, [removed("sign_in_links", mine)])
          equal(yield* store.findByDigest(mine.digest), null)
          equal(yield* store.findByDigest(link(acme, 9).digest), null)
        }),
      ),

      check("two links with one digest: the second is not stored", () =>
        Effect.gen(function* () {
          const store = yield* SignInStore
          const first = link(acme, 1)
          yield* plant(acme, [...ground(acme), created("sign_in_links", first)])
          const second = link(acme, 2, { digest: first.digest })
          const twice = plant(acme, [created("sign_in_links", second)])
          ok(Exit.isFailure(yield* Effect.exit(twice)))
          deepEqual(yield* store.findByDigest(first.digest), first)
        }),
      ),
    ],
  },

  {
    name: "SignInStore.usersAt",
    cases: [
      check("returns the active users of all businesses with an address, ignoring case", () =>
        Effect.gen(function* () {
          const store = yield* SignInStore
          const email = "Zoë.STRASSE@example.test"
          yield* plant(acme, [
            ...ground(acme),
            created("users", acme.user(5, { email })),
            created("users", acme.user(6, { email, is_deleted: true })),
          ])
          yield* plant(other, [
            ...ground(other),
            created("users", other.user(7, { email: email.toLowerCase() })),
          ])
          const people = [
            { client_id: acme.client_id, user_id: acme.integer(5) },
            { client_id: other.client_id, user_id: other.integer(7) },
          ]
          deepEqual(yield* store.usersAt("zoë.strasse@example.test", 20), people)
          deepEqual(yield* store.usersAt("zoë.strasse@example.test", 1), people.slice(0, 1))
          deepEqual(yield* store.usersAt("zoe.strasse@example.test", 20), [])
        }),
      ),
    ],
  },

  {
    name: "SignInStore.prune",
    cases: [
      check("removes links that expired before an instant, oldest first, up to a limit", () =>
        Effect.gen(function* () {
          const store = yield* SignInStore
          yield* plant(acme, [
            ...ground(acme),
            ...[1, 3, 4].map((n) => created("sign_in_links", link(acme, n))),
          ])
          yield* plant(other, [...ground(other), created("sign_in_links", link(other, 2))])
          equal(yield* store.prune(at(4), 2), 2)
          equal(yield* store.findByDigest(link(acme, 1).digest), null)
          equal(yield* store.findByDigest(link(other, 2).digest), null)
          equal(yield* store.prune(at(4), 2), 1)
          equal(yield* store.prune(at(4), 2), 0)
          deepEqual(yield* store.findByDigest(link(acme, 4).digest), link(acme, 4))
        }),
      ),
    ],
  },
]
