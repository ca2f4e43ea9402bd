import { hash } from "node:crypto"
import { type IdempotencyStore, now } from "@outlay/domain/ports"
import { epoch, timestamp } from "@outlay/domain/rules"
import { Effect } from "effect"
import { seal, unseal } from "./answer-seal.ts"
import type { Answer } from "./kernel.ts"
import { type Refused, refuse } from "./refusal.ts"
import type { Admitted } from "./stages.ts"

/** "Kept 24 h, scoped to the credential itself (…), method and path." */
const keptMillis = 24 * 3_600_000

/** "Still running → 409." */
export const stillRunning = refuse("idempotency_key_in_use", undefined, ["Retry-After", "1"])

/** A use of an idempotency key: its scope and its request. */
export interface Key {
  readonly client_id: number
  readonly scope: string
  readonly fingerprint: string
  /** Seals the stored response: the credential and the key. */
  readonly secret: string
}

const printable = /^[\x20-\x7e]{1,255}$/u

/** "Bare or quoted, at most 255 characters"; null if the request has no key. */
export const keyOf = (admitted: Admitted, client_id: number): Key | Refused | null => {
  const { request, token, path, search, bytes } = admitted
  const field = request.headers["idempotency-key"] as string | undefined
  if (field === undefined) return null
  const key = /^"(.*)"$/u.exec(field)?.[1] ?? field
  if (!printable.test(key) || key.includes('"')) return refuse("invalid_idempotency_key")
  const { method = "" } = request
  return {
    client_id,
    scope: hash("sha256", `${hash("sha256", token, "hex")}\n${method}\n${path}\n${key}`, "hex"),
    fingerprint: hash("sha256", `${search}\n${bytes?.toString("latin1") ?? ""}`, "hex"),
    secret: `${token}\n${key}`,
  }
}

/**
 * "Same key and same request → the first answer again; same key, other request → 422." Runs in one
 * unit of work, so that response and effect are saved together or not at all. If another process
 * has stored a response to the same request in the meantime, this unit of work is undone.
 */
export const remembering = (
  store: IdempotencyStore["Service"],
  key: Key,
  work: Effect.Effect<Answer, unknown>,
): Effect.Effect<Answer, unknown> =>
  Effect.flatMap(now, (created) =>
    Effect.flatMap(store.find(key, created), (record) => {
      if (record === null) {
        return Effect.tap(work, (response) =>
          Effect.flatMap(save(store, key, created, response), (isSaved) =>
            isSaved ? Effect.void : Effect.fail(stillRunning),
          ),
        )
      }
      if (record.fingerprint !== key.fingerprint) {
        return Effect.fail(refuse("idempotency_key_reused"))
      }
      const headers = [...Object.entries(record.headers).flat(), "Idempotent-Replayed", "true"]
      const body = unseal(key.secret, record.body)
      if (body === null) return Effect.fail(refuse("idempotency_key_reused", unreadable))
      return Effect.succeed({ status: record.status, body, headers })
    }),
  )

const unreadable = "The first response is no longer available. Use a new key."

const save = (
  store: IdempotencyStore["Service"],
  { client_id, scope, fingerprint, secret }: Key,
  created: string,
  { status, body }: Answer,
) =>
  store.save({
    client_id,
    scope,
    fingerprint,
    status,
    headers: {},
    body: seal(secret, body),
    created,
    expires_at: timestamp(epoch(created) + keptMillis),
  })
