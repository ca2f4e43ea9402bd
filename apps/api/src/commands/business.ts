import { Argument, Command, Flag } from "effect/cli"
import { databaseUrl, json, lazily, optionalText, repeatable, withFallback } from "./flags.ts"

const load = () => import("../operations/businesses.ts")
const shared = { databaseUrl, json }

const create = Command.make(
  "create",
  {
    name: Argument.String("name").pipe(Argument.withDescription("Name of the business")),
    currency: Flag.String("currency").pipe(
      withFallback("ISO 4217 code of the currency of budgets and amounts", "AUD"),
    ),
    wallets: Flag.String("wallet").pipe(
      Flag.withMetavar("CURRENCY"),
      Flag.withDescription("Additional wallet currency; can be repeated"),
      (flag) => repeatable(flag),
    ),
    features: Flag.Literals("feature", [
      "expense_assistant",
      "itemised_tax",
      "hold_to_wallet",
    ]).pipe(Flag.withDescription("Optional feature; can be repeated"), (flag) => repeatable(flag)),
    integration: optionalText("integration", "NAME", "Connected accounting system, such as XERO"),
    ...shared,
  },
  (input) => lazily(load, (_) => _.create(input)),
).pipe(
  Command.withDescription("Create a business with its roles, categories and wallet"),
  Command.withExamples([
    { command: 'outlay business create "Harbour Pty Ltd"' },
    { command: 'outlay business create "City Council" --currency GBP --json' },
  ]),
)

const list = Command.make("list", shared, (input) => lazily(load, (_) => _.list(input))).pipe(
  Command.withDescription("List every business"),
  Command.withExamples([{ command: "outlay business list" }]),
)

const client_id = Argument.Int("client_id").pipe(Argument.withDescription("Id of the business"))

const show = Command.make("show", { client_id: client_id, ...shared }, (input) =>
  lazily(load, (_) => _.show(input)),
).pipe(
  Command.withDescription("Show a business: its roles and its wallets"),
  Command.withExamples([{ command: "outlay business show 1" }]),
)

/** The `outlay business` commands, except those derived from the contract. */
export const businessCommands = [create, list, show] as const
