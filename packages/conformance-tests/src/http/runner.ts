import {
  type Provisioned,
  type Provisioner,
  ProvisioningAbandoned,
  ProvisioningFailed,
  type Started,
} from "../interface/provisioning.ts"
import type { BusinessSpec } from "../interface/world/spec.ts"
import { type Binding, noBinding } from "./bindings.ts"
import { chance, shuffled } from "./chance.ts"
import type { Business, Check } from "./check.ts"
import { type Claims, presences } from "./claims.ts"
import { type Client, client, TargetGone } from "./client.ts"
import { resultOf, resultOfObservation } from "./execution.ts"
import { collapsed } from "./missing-operations.ts"
import { type Observer, observations } from "./observations.ts"
import { credentialName, type Redaction, redaction } from "./redaction.ts"
import { businessOf, type Log, type Responses, type Target } from "./target.ts"
import type { Lent, WorldKey } from "./trial.ts"
import { type CheckResult, type Counts, countsOf } from "./verdict.ts"
import {
  addressWarning,
  clockWarning,
  gatewayWarning,
  rateWarning,
  redirectWarning,
} from "./warnings.ts"

export interface RunOptions {
  readonly provisioner: Provisioner
  /** Address of the target, if it differs from the one that the provisioner returns. */
  readonly baseUrl?: string
  /** The checks to run; those of `observer` are added and are not run. */
  readonly checks: ReadonlyArray<Check>
  /** Requirements that every response is checked against, each with a check that reports it. */
  readonly observer: Observer
  readonly observed: ReadonlyArray<Omit<Check, "run" | "scenario">>
  readonly world: { readonly [key in WorldKey]: BusinessSpec }
  /** Returns how a response leaks data of another business of the world; null if it does not. */
  readonly leak: (text: string, asker: string | null) => string | null
  /** The requirement that a leak violates. */
  readonly leakRequirement: string
  readonly seed: number
  /** Number of concurrent checks. */
  readonly jobs?: number
  /** Timeout of one response in milliseconds. */
  readonly timeout?: number
  readonly binding?: Binding
  /** Operations that the target is claimed to have; null or absent for all. */
  readonly claims?: Claims
  /** Called with every credential and its name in reports. */
  readonly onCredential?: (name: string, token: string) => void
  /** Ids of checks that are known to fail. */
  readonly expectedFailures?: ReadonlySet<string>
  readonly onProgress?: (progress: Progress) => void
}

export interface Progress {
  readonly done: number
  readonly total: number
  readonly counts: Counts
  readonly check: CheckResult
}

/** A run as data: everything that a report shows. */
export interface RunResult {
  readonly product: Started["product"]
  readonly base_url: string
  readonly seed: number
  readonly started: string
  readonly milliseconds: number
  /** In the order of the tables, regardless of the order in which they ran. */
  readonly checks: ReadonlyArray<CheckResult>
  readonly counts: Counts
  /** Ids of expected failures that passed. */
  readonly stale: ReadonlyArray<string>
  /** Why the run ended early; null if it did not. */
  readonly died: string | null
  /** Problems that make results doubtful, each with advice. */
  readonly warnings: ReadonlyArray<string>
}

/**
 * Returns the phase in which a check runs: checks that change or measure the target's clock,
 * process or speed, which all checks share, run alone after all others.
 */
const turnOf = ({ needs, profile }: Check): number => {
  if (needs?.includes("set-clock")) return 3
  if (needs?.includes("crash")) return 2
  return profile === "load" ? 1 : 0
}

/** Processes the items with this many concurrent jobs. */
const pooled = async <A>(
  things: ReadonlyArray<A>,
  jobs: number,
  work: (thing: A) => Promise<void>,
): Promise<void> => {
  const waiting = [...things]
  const worker = async () => {
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next)
    } catch (error) {
      // If one cannot continue, none begins another item.
      waiting.length = 0
      throw error
    }
  }
  await Promise.all(Array.from({ length: Math.min(jobs, things.length) }, worker))
}

/** Maximum number of failures of a provisioner before its first success. */
const maxAttempts = 5

/** The businesses of a run: those of the world are created once, when a check first needs them. */
const businesses = (
  { provisioner, world }: RunOptions,
  target: Target,
  hide: Redaction["hide"],
) => {
  const made = new Map<WorldKey, Promise<Provisioned>>()
  const reads = new Map<WorldKey, Responses>()
  let works = false
  let failures = 0
  const attempt = async (spec: BusinessSpec): Promise<Provisioned> => {
    try {
      const provisioned = await provisioner.world(spec)
      works = true
      return provisioned
    } catch (error) {
      if (error instanceof ProvisioningFailed) failures += 1
      if (works || failures < maxAttempts) throw error
      const why = error instanceof Error ? error.message : String(error)
      throw new ProvisioningAbandoned(`${failures} businesses, and none was made; the last: ${why}`)
    }
  }
  const make = async (spec: BusinessSpec): Promise<Provisioned> => {
    const provisioned = await attempt(spec)
    for (const [key, token] of Object.entries(provisioned.tokens)) {
      hide(token, credentialName(spec.key, provisioned.client_id, key))
    }
    return provisioned
  }
  return {
    fresh: async (spec: BusinessSpec, log: Log): Promise<Business> =>
      businessOf(target, log, spec, await make(spec)),
    world: async (key: WorldKey, log: Log): Promise<Business> => {
      const spec = world[key]
      const provisioned = made.get(key) ?? make(spec)
      made.set(key, provisioned)
      const responses = reads.get(key) ?? new Map()
      reads.set(key, responses)
      return businessOf(target, log, spec, await provisioned, responses)
    },
  }
}

/**
 * Throws if nothing responds at the address; any response is accepted. Returns the time in the
 * response, in milliseconds.
 */
const reach = async (baseUrl: string, timeout: number): Promise<number> => {
  const http = client({ baseUrl: new URL(baseUrl), timeout, redaction: redaction() })
  try {
    const response = await http.send({ method: "GET", path: "/", headers: {}, body: null })
    return Date.parse(response.headers["date"] ?? "")
  } catch (error) {
    if (error instanceof TargetGone) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new TargetGone(`${new URL(baseUrl).origin}: ${why}`)
  } finally {
    http.close()
  }
}

const targetOf = (options: RunOptions, http: Client): Target => {
  const seen = observations()
  return {
    client: http,
    binding: options.binding ?? noBinding,
    claims: options.claims ?? null,
    presences: presences(),
    observer: options.observer,
    observations: seen,
    witness: (response, asker) => {
      seen.observed(options.leakRequirement)
      // Checked separately: a text of a megabyte is not copied to add a few headers to it.
      const leaked =
        options.leak(response.text, asker) ?? options.leak(JSON.stringify(response.headers), asker)
      if (leaked !== null) seen.fault(options.leakRequirement, leaked, response.exchange)
    },
  }
}

const defaultJobs = 8
const defaultTimeout = 10_000

/** Runs the checks in the order given by the seed. Returns why it had to end early, or null. */
const runAll = async (
  options: RunOptions,
  runOne: (check: Check) => Promise<void>,
): Promise<string | null> => {
  let died: string | null = null
  const work = async (check: Check) => {
    if (died !== null) return
    try {
      await runOne(check)
    } catch (error) {
      if (!(error instanceof TargetGone)) throw error
      died = error.message
    }
  }
  const line = shuffled(options.checks, chance(options.seed, "order"))
  for (const turn of [0, 1, 2, 3]) {
    const jobs = turn === 0 ? (options.jobs ?? defaultJobs) : 1
    await pooled(
      line.filter((check) => turnOf(check) === turn),
      jobs,
      work,
    )
  }
  return died
}

/** Collects results, marks the expected ones, and reports each. */
const recording = (options: RunOptions, { presences: seen }: Target) => {
  const results = new Map<string, CheckResult>()
  const all = [...options.checks, ...options.observed]
  const collected = () =>
    collapsed(
      all.flatMap(({ id }) => results.get(id) ?? []),
      seen,
    )
  return {
    collected,
    record: (result: CheckResult) => {
      const known = options.expectedFailures?.has(result.id) === true
      results.set(result.id, { ...result, expected: known && result.verdict === "fail" })
      if (options.onProgress === undefined) return
      const standing = collected()
      const check = standing.find(({ id }) => id === result.id) ?? result
      const counts = countsOf(standing)
      options.onProgress({ done: results.size, total: all.length, counts, check })
    },
  }
}

const ran = async (options: RunOptions): Promise<RunResult> => {
  const began = Date.now()
  const { provisioner, seed, timeout = defaultTimeout } = options
  // Checked first, because a provisioner that cannot reach the target reports it less clearly.
  if (options.baseUrl !== undefined) await reach(options.baseUrl, timeout)
  const started = await provisioner.start(`run-${seed}-${began.toString(36)}`)
  const baseUrl = new URL(options.baseUrl ?? started.base_url)
  const { hide: hideSecret, ...hidden } = redaction()
  const hide: Redaction["hide"] = (secret, name) => {
    hideSecret(secret, name)
    if (name !== undefined) options.onCredential?.(name, secret)
  }
  const http = client({ baseUrl, timeout, redaction: { hide, ...hidden } })
  const target = targetOf(options, http)
  const made = businesses(options, target, hide)
  const { named } = hidden
  const lent: Lent = {
    ...{ target, baseUrl, provisioner, seed, hide, named, specs: options.world },
    ...made,
  }
  const { record, collected } = recording(options, target)
  let died: string | null = null
  let clock: string | null = null
  try {
    clock = clockWarning(await reach(baseUrl.href, timeout), Date.now())
    died = await runAll(options, async (check) => record(await resultOf(lent, started.acts, check)))
    for (const check of died === null ? options.observed : []) {
      record(resultOfObservation(check, target.observations.of(check.requirement), target.claims))
    }
  } finally {
    http.close()
  }
  const checks = collected()
  const passed = checks.filter((check) => check.verdict === "pass")
  return {
    product: started.product,
    base_url: baseUrl.href,
    seed,
    started: new Date(began).toISOString(),
    milliseconds: Date.now() - began,
    checks,
    counts: countsOf(checks),
    stale: passed.filter(({ id }) => options.expectedFailures?.has(id)).map(({ id }) => id),
    died,
    warnings: [
      target.presences.isAnyPresent() ? null : addressWarning(baseUrl),
      clock,
      // The provisioner knows the clock of records: it is reported only once.
      ...(clock === null ? (provisioner.warnings?.() ?? []) : []),
      rateWarning(checks),
      redirectWarning(checks, baseUrl),
      gatewayWarning(checks),
    ].filter((warning) => warning !== null),
  }
}

/**
 * Runs the checks against a target. Throws if the target or its provisioner is not available. The
 * provisioner is stopped in every case.
 */
export const run = async (options: RunOptions): Promise<RunResult> => {
  try {
    return await ran(options)
  } finally {
    await options.provisioner.stop().catch(() => undefined)
  }
}
