import { makeClient, makeOperatorClient } from "@outlay/client"
import { Clock, Effect } from "effect"
import { makeTenant, type Tenant } from "../hardening/world.ts"
import { type Service, startService } from "../service.ts"
import { type Scene, spareOf } from "./requests.ts"

/** A clock that only advances when set, so that the same requests see the same days. */
const turnedClock = async (start: string) => {
  const real = await Effect.runPromise(Clock.Clock)
  let now = Date.parse(start)
  /** Milliseconds by which the sandbox clock is ahead of it. */
  let ahead = 0
  const clock: Clock.Clock = {
    ...real,
    currentTimeMillisUnsafe: () => now,
    currentTimeNanosUnsafe: () => BigInt(now) * 1_000_000n,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n),
    sleep: (duration) => real.sleep(duration),
    monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
  }
  return {
    clock,
    now: () => now + ahead,
    set: (time: string) => {
      ahead = Date.parse(time) - now
    },
    turn: (millis: number) => {
      now += millis
    },
  }
}

export interface Stage {
  readonly service: Service
  readonly scene: Scene
  /** The other business, which must not change or be visible. */
  readonly stranger: Tenant
  readonly admin: Tenant
  /** User of the Admin's token. */
  readonly admin_user_id: number
  readonly turn: (millis: number) => void
  /** Sets the clock as the operator did. */
  readonly set: (time: string) => void
  /** Time of the service in milliseconds, as known to the run. */
  readonly now: () => number
}

/** Name of the in-memory storage. */
export const inMemory = "memory"

const start = "2026-03-02T09:00:00.000Z"

/** Opens a service with two businesses, and tokens of users of one of them. */
export const openStage = async (database: string): Promise<Stage> => {
  const isInMemory = database === inMemory
  const { clock, turn, set, now } = await turnedClock(start)
  const service = await startService(isInMemory ? ":memory:" : database, undefined, {
    ...{ clock, isInMemory },
  })
  const admin = await makeTenant(service, "zzowncanary")
  const stranger = await makeTenant(service, "zzforeigncanary")
  const { client_id, roles } = admin
  const params = { client_id }
  const operator = makeOperatorClient({
    baseUrl: service.url,
    token: service.operatorToken,
  }).promise
  const spared = new Set([spareOf("user_id", Number(admin.ids["user_id"]))])
  const tokenOf = async (name: string, role: string, user_id: number | null) => {
    const body = { name, role_id: roles[role] ?? "", user_id }
    return (await operator.tokens.create({ params, body })).token
  }
  const personOf = async (first_name: string, role: string) => {
    const email = `${first_name}@example.com`
    const body = { first_name, last_name: "Lee", email, role_id: roles[role] ?? "" }
    const { id } = await operator.users.create({
      params,
      body: { ...body, payment_types: ["cards"] },
    })
    return id
  }
  const actor = async (name: string, role: string) => {
    const user_id = await personOf(name, role)
    spared.add(spareOf("user_id", user_id))
    return tokenOf(name, role, user_id)
  }
  for (const name of ["Eve", "Fay", "Gus", "Hal"]) await personOf(name, "Team Member")
  const tokens = {
    operator: service.operatorToken,
    admin: admin.token,
    machine: await tokenOf("machine", "Admin", null),
    manager: await actor("Bo", "Manager"),
    accountant: await actor("Di", "Accountant"),
    employee: await actor("Cy", "Team Member"),
    stranger: stranger.token,
    unknown: "outlay_unknown",
  }
  for (const { id } of (await operator.tokens.list({ params })).results)
    spared.add(spareOf("token_id", id))
  const { client_id: _, ...foreign } = stranger.ids
  const client = makeClient({ baseUrl: service.url, token: admin.token }).promise
  const permitted = Object.fromEntries(
    (await client.roles.list({ params })).results.map(({ name, permissions }) => [
      name,
      new Set(permissions.map(({ resource, action }) => `${resource} ${action}`)),
    ]),
  )
  const permissions = Object.fromEntries(
    Object.entries({ manager: "Manager", accountant: "Accountant", employee: "Team Member" }).map(
      ([actor, role]) => [actor, permitted[role] ?? new Set<string>()],
    ),
  )
  const scene = { client_id, tokens, permissions, foreign, origin: service.url, spared }
  const admin_user_id = Number(admin.ids["user_id"])
  return { service, scene, stranger, admin, admin_user_id, turn, set, now }
}
