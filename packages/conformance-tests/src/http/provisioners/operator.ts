import {
  type ActName,
  contractVersion,
  type Provisioned,
  type Provisioner,
  ProvisioningFailed,
  type Started,
  Unsupported,
} from "../../interface/provisioning.ts"
import type { BusinessSpec } from "../../interface/world/spec.ts"
import { clockWarning } from "../warnings.ts"
import { actsOf, type Known } from "./operator/acts.ts"
import { makeBudgets, makePolicies, makeTopups, removeDeleted } from "./operator/budgets.ts"
import {
  makeCategories,
  makeCodes,
  makeFields,
  makeInvites,
  makeUsers,
} from "./operator/catalogue.ts"
import { type Given, type Making, nothingGiven, roleNames } from "./operator/creation.ts"
import { type Place, placeAt, type Speaking, speaking } from "./operator/requests.ts"
import { issue, makeTokens } from "./operator/tokens.ts"
import { makeTransactions } from "./operator/transactions.ts"

export interface OperatorOptions {
  /** Address of the service under test. */
  readonly baseUrl: string
  /** Address of its `/operator/v1`, if it differs. */
  readonly operatorUrl?: string
  readonly token: string
  /** Kills the service with SIGKILL, restarts it, and returns when it is ready. */
  readonly crash?: () => Promise<void>
  readonly product?: Started["product"]
}

const notLetIn =
  "Most likely the operator's token is not the one that the service was started with (Outlay: " +
  "OUTLAY_OPERATOR_TOKEN), or it was started without one. If /operator/v1 is at another " +
  "address, give it with --operator-url; if the service does not offer it, use --provisioner."

/**
 * Returns advice for an address that includes the version, with which every path already begins.
 */
const versioned = (operatorUrl: string): string | null => {
  const [, address, version] = /^(.*?)(?:\/operator)?(\/v\d+)\/*$/u.exec(operatorUrl) ?? []
  return version === undefined
    ? null
    : `The base URL must be without ${version}, which the suite adds itself: ${address}`
}

/** Sends the first request, which shows whether the token is the operator's. */
const knock = async (operator: Speaking, operatorUrl: string): Promise<void> => {
  const path = "/operator/v1/businesses?limit=1"
  const { status, body } = await operator.attempt("GET", path)
  if (status === 200) return
  const exchange = `GET ${operatorUrl.replace(/\/$/u, "")}${path}: ${status} ${JSON.stringify(body)}`
  const refused = [401, 403, 404].includes(status)
  const hint = versioned(operatorUrl) ?? notLetIn
  throw new ProvisioningFailed(refused ? `${exchange}\n${hint}` : exchange)
}

const rolesOf = (
  given: Given,
  roles: ReadonlyArray<{ readonly id: string; readonly name: string }>,
) => {
  for (const [role, name] of Object.entries(roleNames)) {
    const found = roles.find((row) => row.name === name)
    if (found === undefined) throw new ProvisioningFailed(`The business has no role "${name}"`)
    given.roles[role] = found.id
  }
}

const open = async (
  operator: Speaking,
  place: Place,
  spec: BusinessSpec,
  tellTime: (theirs: number) => void,
): Promise<Making> => {
  const { name, currency, features, integration, wallets } = spec
  const business = await operator.ask("POST", "/operator/v1/businesses", {
    name,
    currency,
    features,
    ...(integration === null ? {} : { integration }),
  })
  const given = nothingGiven()
  rolesOf(given, business.roles)
  const client_id = String(business.client_id)
  const ours = `/operator/v1/businesses/${client_id}`
  const { token, created } = await issue(operator, ours, {
    name: "provisioning",
    role_id: given.roles["admin"] ?? "",
  })
  tellTime(Date.parse(created))
  for (const wallet of wallets) await operator.ask("POST", `${ours}/wallets`, { currency: wallet })
  const theirs = `/v1/businesses/${client_id}`
  const missing: Array<string> = []
  const admin = speaking(place, token)
  return { spec, client_id, operator, admin, given, missing, ours, theirs }
}

/** Creates a business step by step, each based on those before it. */
const make = async (making: Making) => {
  await makeUsers(making)
  await makeInvites(making)
  await makeCodes(making)
  await makeCategories(making)
  await makeFields(making)
  await makeBudgets(making)
  await makeTransactions(making)
  await makeTopups(making)
  await makePolicies(making)
  await removeDeleted(making)
}

/** Turns an unreadable response into an error of the service, because it is none of the suite. */
const unreadable = (error: unknown): never => {
  if (!(error instanceof TypeError)) throw error
  throw new ProvisioningFailed(`An answer of the service cannot be read: ${error.message}`)
}

/** Returns name and version of the service from its published interface. */
const productOf = async (operator: Speaking, baseUrl: string): Promise<Started["product"]> => {
  const { status, body } = await operator.attempt("GET", "/openapi.json")
  const { title, version } = (status === 200 ? body?.info : undefined) ?? {}
  return {
    name: typeof title === "string" ? title : baseUrl,
    version: typeof version === "string" ? version : "unknown",
  }
}

/** Advice for acts that this provisioner may not offer. */
const advice = {
  "set-clock": "start the service with OUTLAY_SANDBOX=true (or --sandbox)",
  crash: "give a provisioner of your own that can kill and start the service (--provisioner)",
}

/**
 * A provisioner for services that offer the settlement's `/operator/v1` in addition to the
 * interface.
 */
export const operator = (options: OperatorOptions): Provisioner => {
  const { baseUrl, token, operatorUrl = baseUrl } = options
  const [place, operatorPlace] = [placeAt(baseUrl), placeAt(operatorUrl)]
  const speaker = speaking(operatorPlace, token)
  const known: Known = new Map()
  const acts = actsOf(speaker, known, options.crash)
  // Checks the clock of the first record only: a run advances it later.
  let clock: string | null | undefined
  const tellTime = (theirs: number) => {
    if (clock === undefined) clock = clockWarning(theirs, Date.now())
  }

  return {
    advice,
    warnings: () => (clock === undefined || clock === null ? [] : [clock]),
    start: async (): Promise<Started> => {
      await knock(speaker, operatorUrl)
      // Outside a sandbox, this path does not exist; inside, the time is missing.
      const clock = await speaker.attempt("PUT", "/operator/v1/clock", {})
      const offered = (act: string) => act !== "set-clock" || clock.status === 400
      return {
        version: contractVersion,
        base_url: baseUrl,
        product: options.product ?? (await productOf(speaker, baseUrl)),
        acts: (Object.keys(acts) as ReadonlyArray<ActName>).filter(offered),
      }
    },
    world: async (spec): Promise<Provisioned> => {
      const making = await open(speaker, place, spec, tellTime)
      await make(making).catch(unreadable)
      const { tokens, ids } = await makeTokens(making)
      known.set(making.client_id, {
        roles: making.given.roles,
        tokens: new Map(Object.entries(ids)),
      })
      return { client_id: making.client_id, ids: making.given, tokens, missing: making.missing }
    },
    act: async (act, parameters) => {
      const perform = acts[act]
      if (perform === undefined) throw new Unsupported(`The service has no way to ${act}`)
      return perform(parameters)
    },
    stop: async () => {
      place.close()
      operatorPlace.close()
    },
  }
}
