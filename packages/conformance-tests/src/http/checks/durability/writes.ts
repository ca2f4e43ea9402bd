import { decimal } from "../../../interface/world/dice.ts"
import type { Answer, Json, Trial } from "../../check.ts"
import { TargetGone } from "../../client.ts"
import { CheckFailed } from "../../verdict.ts"
import { isSuccess, recordOf, recordsOf } from "../steps.ts"

/** An attempted write: acknowledged, refused, or lost with the process that received it. */
export interface Attempt {
  readonly mark: string
  readonly cents: number
  readonly response: Answer | null
}

/** Returns the response, or null if the target died before it responded. */
export const ifAnswered = async (asking: Promise<Answer>): Promise<Answer | null> => {
  try {
    return await asking
  } catch (error) {
    if (error instanceof TargetGone || error instanceof CheckFailed) return null
    throw error
  }
}

const wait = (milliseconds: number) =>
  new Promise<void>((waited) => {
    setTimeout(waited, milliseconds)
  })

const writers = 8
/**
 * Longest time in milliseconds that clients write before the target is killed: from the first write
 * to a few hundred.
 */
const longestLife = 400
/** Pause in milliseconds after which a client tries the target again. */
const retryPause = 150

/**
 * Lets clients write while the target is killed: each one writes until the crash is over. Each
 * write has its own number, by which its effect is found later.
 */
export const whileKilled = async (
  trial: Trial,
  write: (number: number) => Promise<Answer>,
): Promise<ReadonlyArray<{ readonly number: number; readonly response: Answer | null }>> => {
  const attempts: Array<{ readonly number: number; readonly response: Answer | null }> = []
  let over = false
  let count = 0
  const writer = async () => {
    while (!over) {
      const number = ++count
      const response = await ifAnswered(write(number))
      attempts.push({ number, response })
      if (response === null) await wait(retryPause)
    }
  }
  const running = Array.from({ length: writers }, writer)
  await wait(Math.floor(trial.random() * longestLife))
  try {
    await trial.act("crash", {})
  } finally {
    over = true
    await Promise.all(running)
  }
  return attempts
}

/**
 * Calls `ask` for each item with as many clients as write. The number of items grows with the time
 * that the target takes to restart, so sending all at once could exceed the timeout of a single
 * response.
 */
export const byWriters = async <A, B>(
  all: ReadonlyArray<A>,
  ask: (each: A) => Promise<B>,
): Promise<ReadonlyArray<B>> => {
  const responses: Array<B> = []
  const left = all.entries()
  const writer = async () => {
    for (const [n, each] of left) responses[n] = await ask(each)
  }
  await Promise.all(Array.from({ length: writers }, writer))
  return responses
}

/** Returns the hundredths of an amount that the target shows. */
export const centsOf = (amount: Json): number => Math.round(Number(amount) * 100)

/**
 * Checks that the amount of a fund is the sum of its topups, and that each of those is there at
 * most once.
 */
export const expectWhole = async (
  trial: Trial,
  path: { readonly budget_id: string },
  first: number,
  attempts: ReadonlyArray<Attempt>,
): Promise<void> => {
  const topups = await recordsOf(trial, "topups.list", { path })
  const { available_amount } = await recordOf(trial, "budgets.get", { path })
  const listed = Map.groupBy(topups, (row) => String(row.description))
  for (const { mark, response, cents } of attempts) {
    const rows = listed.get(mark) ?? []
    const acknowledged = response !== null && isSuccess(response)
    const right = acknowledged ? rows.length === 1 : rows.length <= 1
    const times = acknowledged ? "once" : "at most once"
    trial.expect(right, `a topup ${acknowledged ? "" : "not "}acknowledged is there ${times}`, rows)
    trial.expect(
      rows.every((row) => centsOf(row.amount) === cents),
      `with its amount, ${decimal(cents)}`,
      rows,
    )
  }
  const sum = topups.reduce((all, row) => all + centsOf(row.amount), first)
  trial.expect(
    centsOf(available_amount) === sum,
    `the fund holds what its topups add up to: ${decimal(sum)}`,
    available_amount,
  )
}
