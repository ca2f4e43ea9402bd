import type { Counts, Level, Provisioner, Standing } from "@outlay/conformance-tests"
import { type Agreement, reordered, repeated } from "./agreement.ts"
import { type Behind, behind } from "./behind.ts"
import { type Dumb, dumbTargets } from "./dumb/index.ts"
import { type Journal, noJournal } from "./journal.ts"
import { type Killing, type MutantResult, resultOfMutant } from "./kills.ts"
import { lawfulServers } from "./lawful/index.ts"
import { mutants as allMutants, type Mutant } from "./mutants/index.ts"
import { referenceProvisioner } from "./reference/provisioner.ts"
import { checkedProfiles, type Ended, ended, endedSettled, needProduct, several } from "./runs.ts"

/** A server that must pass. */
export interface Reference {
  readonly name: string
  readonly provisioner: () => Provisioner
  readonly baseUrl?: string
  /**
   * Puts an edge in front of it that its provisioner passes, too; by default the provisioner
   * bypasses the edge.
   */
  readonly behind?: Behind
}

/** A result, reported as soon as it is known. */
export interface ReportedResult {
  readonly part: "reference" | "lawful" | "mutant" | "dumb" | "repeated" | "reordered"
  readonly name: string
  readonly ok: boolean
  readonly done: number
  readonly total: number
}

export interface SelftestOptions {
  readonly seed?: number
  /** Number of servers that are tested at once. */
  readonly jobs?: number
  /**
   * True to run all checks on every mutant, instead of those for the broken requirements and a
   * twentieth of the rest.
   */
  readonly thorough?: boolean
  /** Additional servers that must pass, such as the product. */
  readonly references?: ReadonlyArray<Reference>
  /** Server behind the mutants that work in front of any server; default: the reference. */
  readonly server?: Behind
  readonly mutants?: ReadonlyArray<Mutant>
  /** OpenAPI document whose mock must fail. */
  readonly document?: unknown
  /** True to compare runs with each other; default: true. */
  readonly agreement?: boolean
  readonly progress?: (result: ReportedResult) => void
  /** Saves and returns verdicts; default: none are saved. */
  readonly journal?: Journal
}

interface PassedReference {
  readonly name: string
  readonly exit: number
  readonly counts: Counts | null
  readonly levels: { readonly [level in Level]: Standing } | null
  /** Checks that did not pass, and the reason if there is no report. */
  readonly faults: ReadonlyArray<string>
  readonly ok: boolean
}

interface RefusedTarget {
  readonly name: string
  readonly does: string
  readonly expected: number
  readonly exit: number
  readonly counts: Counts | null
  /** Ids of the checks that it failed. */
  readonly failed: ReadonlyArray<string>
  readonly ok: boolean
}

/** The results of a self-test of the suite. */
export interface SelftestResult {
  readonly seed: number
  readonly references: ReadonlyArray<PassedReference>
  readonly lawful: ReadonlyArray<PassedReference>
  readonly mutants: ReadonlyArray<MutantResult>
  readonly dumb: ReadonlyArray<RefusedTarget>
  readonly repeated: Agreement | null
  readonly reordered: Agreement | null
  readonly milliseconds: number
  readonly ok: boolean
}

const resultOfReference = async (
  { name, provisioner, baseUrl }: Reference,
  seed: number,
): Promise<PassedReference> => {
  const where = baseUrl === undefined ? {} : { baseUrl }
  const options = { seed, ...where }
  const profiles = checkedProfiles
  const whole: Ended = await ended({ ...options, provisioner: provisioner(), profiles })
  const settled = await endedSettled({ ...options, provisioner: provisioner() })
  const { report } = whole
  const [exit, why] = [whole.exit || settled.exit, whole.why ?? settled.why]
  const failed = [report, settled.report]
    .flatMap((each) => each?.checks ?? [])
    .filter(({ verdict }) => verdict !== "pass")
  const faults = failed.map(({ id, verdict, reason }) => `${id}: ${verdict}: ${reason ?? ""}`)
  return {
    name,
    exit,
    counts: report?.counts ?? null,
    levels: report?.levels ?? null,
    faults: why === null ? faults : [why, ...faults],
    ok: exit === 0,
  }
}

/** Short timeout, because dumb servers do not respond. */
const timeoutMs = 1000

const resultOfDumb = async (target: Dumb, seed: number): Promise<RefusedTarget> => {
  const provisioner = await target.provisioner()
  const options = { provisioner, profiles: checkedProfiles, seed, timeout: timeoutMs }
  const { exit, report } = await ended(options)
  return {
    name: target.name,
    does: target.does,
    expected: target.exit,
    exit,
    counts: report?.counts ?? null,
    failed: (report?.checks ?? []).filter(({ verdict }) => verdict === "fail").map(({ id }) => id),
    ok: exit === target.exit && exit !== 0,
  }
}

const second: Reference = { name: "reference", provisioner: () => referenceProvisioner() }

/** Reports each completed item. */
const telling = (progress: SelftestOptions["progress"], total: number) => {
  let done = 0
  return (part: ReportedResult["part"], name: string, ok: boolean) => {
    done += 1
    progress?.({ part, name, ok, done, total })
  }
}

/** Returns how an edge is put in front of a reference. */
export const behindOf = ({ provisioner, behind: own }: Reference): Behind =>
  own ?? ((edge) => behind(edge, provisioner()))

/** Tests to run, and how each verdict is reported and saved. */
interface Plan {
  readonly seed: number
  readonly jobs: number
  readonly right: ReadonlyArray<Reference>
  readonly variants: ReturnType<typeof lawfulServers>
  readonly targets: ReadonlyArray<Dumb>
  readonly mutants: ReadonlyArray<Mutant>
  readonly killing: Killing
  readonly agreement: boolean
  /** Returns a verdict: the saved one, or that of `test`. */
  readonly verdict: <A>(
    part: ReportedResult["part"],
    name: string,
    isOk: (verdict: A) => boolean,
    test: () => Promise<A>,
  ) => Promise<A>
}

const planOf = (options: SelftestOptions): Plan => {
  const { seed = 42, jobs = 2, thorough = false, server, journal = noJournal } = options
  const [further] = options.references ?? []
  const product = further === undefined ? undefined : behindOf(further)
  // Mutants of requirements that only the product implements need the product behind them.
  const mutants = (options.mutants ?? allMutants).filter(
    ({ names }) => product !== undefined || !needProduct(names),
  )
  const right = [second, ...(options.references ?? [])]
  const targets = dumbTargets(options.document)
  const variants = options.mutants === undefined ? lawfulServers() : []
  const agreement = options.agreement !== false
  const total =
    right.length + variants.length + targets.length + mutants.length + (agreement ? 2 : 0)
  const tell = telling(options.progress, total)
  const killing: Killing = {
    seed,
    scope: thorough ? "all" : "sample",
    ...(server === undefined ? {} : { server }),
    ...(product === undefined ? {} : { product }),
  }
  return {
    ...{ seed, jobs, right, variants, targets, mutants, killing, agreement },
    verdict: async (part, name, isOk, test) => {
      const given = await journal.once(`${part} ${name}`, isOk, test)
      tell(part, name, isOk(given))
      return given
    },
  }
}

const isOk = ({ ok }: { readonly ok: boolean }): boolean => ok

/** Tests the suite: right servers pass, wrong ones fail, and runs agree. */
export const selftest = async (options: SelftestOptions = {}): Promise<SelftestResult> => {
  const began = performance.now()
  const { seed, jobs, verdict, ...plan } = planOf(options)
  const references = await several(plan.right, 1, (one) =>
    verdict("reference", one.name, isOk, () => resultOfReference(one, seed)),
  )
  const lawful = await several(plan.variants, jobs, ({ names, edge }) => {
    const name = names.join(", ")
    const provisioner = () => referenceProvisioner({ edge })
    return verdict("lawful", name, isOk, () => resultOfReference({ name, provisioner }, seed))
  })
  const dumb = await several(plan.targets, jobs, (one) =>
    verdict("dumb", one.name, isOk, () => resultOfDumb(one, seed)),
  )
  const mutants = await several(plan.mutants, jobs, (one) =>
    verdict(
      "mutant",
      one.name,
      ({ killed }) => killed,
      () => resultOfMutant(one, plan.killing),
    ),
  )
  const agreed = async (part: "repeated" | "reordered", name: string, compare: typeof repeated) =>
    plan.agreement
      ? verdict(
          part,
          name,
          ({ agrees }) => agrees,
          () => compare(second.provisioner, seed),
        )
      : null
  const twice = await agreed("repeated", "the same seed twice", repeated)
  const turned = await agreed("reordered", "other orders", reordered)
  const all = [
    ...[...references, ...lawful, ...dumb].map(isOk),
    ...mutants.map(({ killed }) => killed),
    twice?.agrees ?? true,
    turned?.agrees ?? true,
  ]
  return {
    ...{ seed, references, lawful, mutants, dumb, repeated: twice, reordered: turned },
    milliseconds: Math.round(performance.now() - began),
    ok: all.every(Boolean),
  }
}
