import { business, pooledBudget } from "../../../interface/world/scenarios.ts"
import { type Answer, type Check, checksOf, type Trial } from "../../check.ts"

/** Number of concurrent requests, and the time for which they are sent. */
const atOnce = 16
const milliseconds = 3_000

const quantile = (sorted: ReadonlyArray<number>, part: number): string =>
  `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1)} ms`

/** Repeats a request and notes the rate and latency of the responses. */
const figure = async (trial: Trial, what: string, ask: () => Promise<Answer>): Promise<void> => {
  const times: Array<number> = []
  const statuses = new Set<number>()
  const end = performance.now() + milliseconds
  const worker = async () => {
    while (performance.now() < end) {
      const began = performance.now()
      statuses.add((await ask()).status)
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const sorted = times.sort((a, b) => a - b)
  const rate = `${Math.round((times.length / milliseconds) * 1_000)} a second`
  const spread = `half within ${quantile(sorted, 0.5)}, 99 % within ${quantile(sorted, 0.99)}`
  trial.note(what, `${rate}, ${spread}, status ${[...statuses].sort().join(", ")}`)
}

const idOf = (ids: { readonly [key: string]: string }): string => Object.values(ids)[0] ?? ""

const row = (
  name: string,
  title: string,
  scenario: Check["scenario"],
  run: Check["run"],
): Omit<Check, "profile"> => ({
  id: `load.figures.${name}`,
  requirement: "load.figures",
  title,
  scenario,
  run,
})

/** Performance figures for a reader, without a verdict. */
export const figures = checksOf("load", [
  row("transaction", "How often one transaction is read", "alpha", async (trial) => {
    const { ids, call } = trial.business
    const path = { transaction_id: idOf(ids.transactions) }
    await figure(trial, "reads of one transaction", () => call("transactions.get", { path }))
  }),
  row("transactions", "How often a page of transactions is read", "alpha", async (trial) => {
    await figure(trial, "reads of a page of 50", () => trial.business.call("transactions.list"))
  }),
  row(
    "topups",
    "How often one budget is topped up",
    business("load", pooledBudget("pool", { members: ["admin"] })),
    async (trial) => {
      const { ids, call } = trial.business
      const path = { budget_id: idOf(ids.budgets) }
      const body = { amount: 0.01, description: "Load" }
      await figure(trial, "topups of one budget", () => call("topups.create", { path, body }))
    },
  ),
])
