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

/** Number of exchanges that a failure shows. */
const mostShown = 3

/** Beginning of the reason of a check whose business or act the provisioner failed to create. */
export const notMade = "the provisioner failed"

type Ending = Pick<CheckResult, "verdict" | "reason" | "seen" | "decisive">

const ending = (
  verdict: Verdict,
  reason: string | null = null,
  seen: string | null = null,
  decisive = 1,
): Ending => ({ verdict, reason, seen, decisive })

/**
 * Returns the verdict for an exception. An unexpected one is an error of the target if its response
 * could not be read (the check accessed a missing value), and otherwise an error of the suite.
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

/**
 * Returns the optional feature that the target does not have and a check failed for; the requests
 * for it are not shown.
 */
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
    // If the request fails, the target is assumed to have it.
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

/** A check that needs an unclaimed operation is unclaimed, even if its data is missing. */
const claimed = async (lent: Lent, check: Check, end: Ending): Promise<Ending> => {
  if (end.verdict !== "untestable" || lent.target.claims === null) return end
  const reason = await unclaimedIn(lent, check)
  return reason === null ? end : ending("unclaimed", reason)
}

/** Runs one check; throws if the run cannot continue. */
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

/** Returns the verdict on the observations of every response. */
export const resultOfObservation = (
  { id, requirement, profile, title }: Omit<Check, "run" | "scenario">,
  { responseCount, faults }: Observed,
  claims: Claims,
): CheckResult => ({
  id,
  requirement,
  profile,
  title,
  ...(responseCount === 0
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
