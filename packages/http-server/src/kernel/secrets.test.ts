import { Secrets } from "@outlay/domain"
import { Effect } from "effect"
import { expect, test } from "vitest"
import { NodeSecrets } from "./secrets.ts"

const generate = () =>
  Effect.runSync(Secrets.use(({ generate }) => generate).pipe(Effect.provide(NodeSecrets.layer)))

test("a secret is outlay_ and 256 random bits, stored as its SHA-256", () => {
  const { secret, digest } = generate()
  expect(secret).toMatch(/^outlay_[A-Za-z0-9_-]{43}$/u)
  expect(digest).toMatch(/^[0-9a-f]{64}$/u)
  const again = Effect.runSync(
    Secrets.use((secrets) => Effect.succeed(secrets.digest(secret))).pipe(
      Effect.provide(NodeSecrets.layer),
    ),
  )
  expect(again).toBe(digest)
})

test("no two are equal", () => {
  expect(new Set(Array.from({ length: 1_000 }, () => generate().secret)).size).toBe(1_000)
})
