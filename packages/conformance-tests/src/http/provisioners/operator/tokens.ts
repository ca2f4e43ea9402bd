import { ProvisioningFailed } from "../../../interface/provisioning.ts"
import type { RoleSpec } from "../../../interface/world/spec.ts"
import { idOf, type Making } from "./creation.ts"
import type { Speaking } from "./requests.ts"

export interface Issued {
  readonly id: string
  readonly token: string
  readonly created: string
}

export const issue = (
  operator: Speaking,
  ours: string,
  token: {
    readonly name: string
    readonly role_id: string
    readonly user_id?: number
    readonly expires_at?: string
  },
): Promise<Issued> => operator.ask("POST", `${ours}/tokens`, token)

export const revoke = (operator: Speaking, ours: string, id: string) =>
  operator.ask("DELETE", `${ours}/tokens/${id}`)

/**
 * Lifetimes in milliseconds of a token that is to be expired: the service does not issue expired
 * ones, and a busy service may respond later than the first of these.
 */
const shortLives = [500, 2_000, 8_000]
/** Time after which a token has certainly expired. */
const margin = 250

/**
 * Issues a token that expires soon after the instant `from`, by the service's clock; returns it
 * with its lifetime in milliseconds.
 */
const issueShort = async (
  operator: Speaking,
  ours: string,
  fields: Parameters<typeof issue>[2],
  from: number,
): Promise<Issued & { readonly life: number }> => {
  let refused: unknown
  for (const life of shortLives) {
    try {
      const expires_at = new Date(from + life).toISOString()
      return { ...(await issue(operator, ours, { ...fields, expires_at })), life }
    } catch (error) {
      if (!(error instanceof ProvisioningFailed)) throw error
      refused = error
    }
  }
  throw refused
}

/**
 * Waits until a token has expired whose `life` in milliseconds began before `receivedAt`, by our
 * clock. It does not test whether the service still accepts the token: a service that does must
 * fail a check, instead of being untestable.
 */
const expired = async (receivedAt: number, life: number): Promise<void> => {
  const left = receivedAt + life + margin - performance.now()
  if (left > 0) await new Promise((waited) => setTimeout(waited, left))
}

/** Issues the tokens and returns them with their ids. */
export const makeTokens = async (making: Making) => {
  const { spec, given, operator, ours } = making
  const tokens: Record<string, string> = {}
  const ids: Record<string, string> = {}
  const order = { revoked: 0, expired: 1, valid: 2 }
  for (const row of spec.tokens.toSorted((a, b) => order[a.state] - order[b.state])) {
    const { key, role, user, state } = row
    const fields = {
      name: key,
      role_id: idOf(given, "roles", role satisfies RoleSpec),
      ...(user === undefined ? {} : { user_id: Number(idOf(given, "users", user)) }),
    }
    const issued = await issue(operator, ours, fields)
    const receivedAt = performance.now()
    ids[issued.token] = issued.id
    tokens[key] = issued.token
    if (state === "valid") continue
    await revoke(operator, ours, issued.id)
    if (state === "revoked") continue
    // The lifetime ends by the service's own clock, which may differ from ours.
    const expiring = await issueShort(operator, ours, fields, new Date(issued.created).getTime())
    tokens[key] = expiring.token
    await expired(receivedAt, expiring.life)
  }
  return { tokens, ids }
}
