import { Command, Flag } from "effect/cli"
import { databaseUrl, json, lazily, optionalText } from "./flags.ts"

export const demo = Command.make(
  "demo",
  {
    name: Flag.String("name").pipe(
      Flag.withDescription("Name of the business"),
      Flag.withDefault("Wattle & Quay Pty Ltd"),
    ),
    seed: Flag.Int("seed").pipe(
      Flag.withDescription("Seed of the random data; the same seed gives the same data"),
      Flag.withDefault(1),
    ),
    months: Flag.Int("months").pipe(
      Flag.withDescription("Number of months of transactions, 1 to 60"),
      Flag.withDefault(24),
    ),
    until: optionalText("until", "DATE", "When it ends: a day or an instant, not after now"),
    databaseUrl,
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
