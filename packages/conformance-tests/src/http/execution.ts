import {
  type ActName,
  ProvisioningAbandoned,
  ProvisioningFailed,
  Unsupported,
} from "../interface/provisioning.ts"
import type { Check, Trial } from "./check.ts"
import type { Claims } from "./claims.ts"
import { TargetGone } from "./client.ts"
import type { Observed } from "./observations.ts"
import { unclaimedIn } from "./rehearsal.ts"
import type { Log } from "./target.ts"
import { type Lent, trialOf } from "./trial.ts"
import {
  Blocked,
  CheckFailed,
  type CheckResult,
  HarnessFault,
  type Note,
  Unclaimed,
  Untestable,
  type Verdict,
} from "./verdict.ts"

/** How many exchanges a failure shows. */
const mostShown = 3

/** How the reason of a check begins whose business, or act, the provisioner failed to make. */
export const notMade = "the provisioner failed"

type Ending = Pick<CheckResult, "verdict" | "reason" | "seen" | "decisive">

const ending = (
  verdict: Verdict,
  reason: string | null = null,
  seen: string | null = null,
  decisive = 1,
): Ending => ({ verdict, reason, seen, decisive })

/**
 * What an exception means. One that nobody foresaw is the target's where its answers could not be
 * read (the check reached into something that was not there), and the suite's fault elsewhere.
 */
const endingOf = (error: unknown, check: Check, log: Log): Ending => {
  if (error instanceof CheckFailed) {
    return ending("fail", error.message, error.seen, error.decisive)
  }
  if (error instanceof Untestable || error instanceof Unsupported) {
    return ending("untestable", error.message)
  }
  if (error instanceof Unclaimed) return ending("unclaimed", error.message)
  if (error instanceof Blocked) return ending("blocked", error.message)
  if (error instanceof ProvisioningAbandoned) throw error
  if (error instanceof ProvisioningFailed) {
    return ending("blocked", `${notMade}: ${error.message}`)
  }
  if (error instanceof TargetGone || error instanceof HarnessFault) throw error
  if (error instanceof TypeError && log.length > 0) {
    return ending("fail", "the answer can be read as the interface describes it", error.message)
  }
  throw new HarnessFault(`${check.id}: ${error instanceof Error ? error.stack : String(error)}`)
}

/** What the target need not have that a check failed for; what is asked for it is not shown. */
const lackedBy = async (
  check: Check,
  trial: Trial,
  error: unknown,
  log: Log,
): Promise<string | null> => {
  const mayLack = error instanceof CheckFailed || error instanceof Blocked
  if (check.lacks === undefined || !mayLack) return null
  const shown = [...log]
  try {
    return await check.lacks(trial)
  } catch (other) {
    // Who cannot be asked has it, as far as anybody knows.
    if (other instanceof TargetGone || other instanceof HarnessFault) throw other
    return null
  } finally {
    log.splice(0, log.length, ...shown)
  }
}

const run = async (
  lent: Lent,
  acts: ReadonlyArray<ActName>,
  check: Check,
  log: Log,
  notes: Array<Note>,
): Promise<Ending> => {
  const lacking = (check.needs ?? []).filter((act) => !acts.includes(act))
  if (lacking.length > 0) {
    const advice = lacking.flatMap((act) => lent.provisioner.advice?.[act] ?? []).join("; ")
    const reason = `the provisioner does not offer ${lacking.join(", ")}`
    return ending("untestable", advice === "" ? reason : `${reason}: ${advice}`)
  }
  let trial: Trial | null = null
  try {
    const business =
      typeof check.scenario === "string"
        ? await lent.world(check.scenario, log)
        : await lent.fresh(check.scenario, log)
    trial = trialOf(lent, check, business, log, notes)
    await check.run(trial)
    return ending("pass")
  } catch (error) {
    const lacking = trial === null ? null : await lackedBy(check, trial, error, log)
    return lacking === null
      ? endingOf(error, check, log)
      : ending("untestable", `the target has no ${lacking}`)
  }
}

/** What needs an operation that is not claimed is no matter of data. */
const claimed = async (lent: Lent, check: Check, end: Ending): Promise<Ending> => {
  if (end.verdict !== "untestable" || lent.target.claims === null) return end
  const reason = await unclaimedIn(lent, check)
  return reason === null ? end : ending("unclaimed", reason)
}

/** Runs one check; throws where the run cannot go on. */
export const resultOf = async (
  lent: Lent,
  acts: ReadonlyArray<ActName>,
  check: Check,
): Promise<CheckResult> => {
  const began = performance.now()
  const log: Log = []
  const notes: Array<Note> = []
  const end = await claimed(lent, check, await run(lent, acts, check, log, notes))
  return {
    id: check.id,
    requirement: check.requirement,
    profile: check.profile,
    title: check.title,
    ...end,
    exchanges: end.verdict === "fail" ? log.slice(-Math.max(mostShown, end.decisive)) : [],
    operations: [...new Set(log.flatMap(({ operation }) => operation ?? []))],
    notes,
    expected: false,
    milliseconds: Math.round(performance.now() - began),
  }
}

/** The verdict on what was observed of every answer. */
export const resultOfObservation = (
  { id, requirement, profile, title }: Omit<Check, "run" | "scenario">,
  { answers, faults }: Observed,
  claims: Claims,
): CheckResult => ({
  id,
  requirement,
  profile,
  title,
  ...(answers === 0
    ? ending(claims === null ? "untestable" : "unclaimed", "no answer of this kind was seen")
    : faults.length === 0
      ? ending("pass")
      : ending("fail", title, faults.map(({ detail }) => detail).join("; "))),
  exchanges: faults.map(({ exchange }) => exchange),
  decisive: 1,
  operations: [],
  notes: [],
  expected: false,
  milliseconds: 0,
})
