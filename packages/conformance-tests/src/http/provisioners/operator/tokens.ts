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
 * How long a token lives that is to be expired, in milliseconds: the service issues none that is
 * already, and a busy one may take longer to answer than the first of these.
 */
const shortLives = [500, 2_000, 8_000]
/** How long after its end a token has surely expired. */
const margin = 250

/**
 * A token that expires soon after the instant `from`, by the service's clock; and how many
 * milliseconds after it.
 */
const issueShort = async (
  operator: Speaking,
  ours: string,
  wanted: Parameters<typeof issue>[2],
  from: number,
): Promise<Issued & { readonly life: number }> => {
  let refused: unknown
  for (const life of shortLives) {
    try {
      const expires_at = new Date(from + life).toISOString()
      return { ...(await issue(operator, ours, { ...wanted, expires_at })), life }
    } catch (error) {
      if (!(error instanceof ProvisioningFailed)) throw error
      refused = error
    }
  }
  throw refused
}

/**
 * Waits until a token has expired that has `life` milliseconds from an instant which was over at
 * `heard`, by our clock. Whether the service still takes it is for the suite to test: to ask here
 * would call a service that does untestable.
 */
const expired = async (heard: number, life: number): Promise<void> => {
  const left = heard + life + margin - performance.now()
  if (left > 0) await new Promise((waited) => setTimeout(waited, left))
}

/** Hands out the tokens; answers those, and their ids. */
export const makeTokens = async (making: Making) => {
  const { spec, given, operator, ours } = making
  const tokens: Record<string, string> = {}
  const ids: Record<string, string> = {}
  const order = { revoked: 0, expired: 1, valid: 2 }
  for (const row of spec.tokens.toSorted((a, b) => order[a.state] - order[b.state])) {
    const { key, role, user, state } = row
    const wanted = {
      name: key,
      role_id: idOf(given, "roles", role satisfies RoleSpec),
      ...(user === undefined ? {} : { user_id: Number(idOf(given, "users", user)) }),
    }
    const issued = await issue(operator, ours, wanted)
    const heard = performance.now()
    ids[issued.token] = issued.id
    tokens[key] = issued.token
    if (state === "valid") continue
    await revoke(operator, ours, issued.id)
    if (state === "revoked") continue
    // The service's own clock, which need not be ours, says when the life of this one ends.
    const expiring = await issueShort(operator, ours, wanted, new Date(issued.created).getTime())
    tokens[key] = expiring.token
    await expired(heard, expiring.life)
  }
  return { tokens, ids }
}
