import { Command, Flag } from "effect/cli"
import { databaseUrl, json, lazily, optionalText, receiptsUrl, withFallback } from "./flags.ts"

export const demo = Command.make(
  "demo",
  {
    name: Flag.String("name").pipe(withFallback("Name of the business", "Wattle & Quay Pty Ltd")),
    seed: Flag.Int("seed").pipe(
      withFallback("Seed of the random data; the same seed gives the same data", 1),
    ),
    months: Flag.Int("months").pipe(withFallback("Number of months of transactions, 1 to 60", 24)),
    until: optionalText("until", "DATE", "End of the data: a day or an instant, not in the future"),
    databaseUrl,
    receiptsUrl,
    json,
  },
  (input) =>
    lazily(
      () => import("../demo/demo.ts"),
      (_) => _.demo(input),
    ),
).pipe(
  Command.withDescription(
    "Create sample data: a business with users, budgets and two years of transactions",
  ),
  Command.withExamples([
    { command: "outlay demo" },
    { command: 'outlay demo --name "Harbour Pty Ltd" --seed 7 --months 6' },
    { command: "outlay demo --seed 7 --until 2026-06-17" },
  ]),
)
