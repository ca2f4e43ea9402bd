import { Argument, Command, Flag } from "effect/cli"
import { business, databaseUrl, json, lazily, withFallback } from "./flags.ts"

const load = () => import("../operations/tokens.ts")
const shared = { business, databaseUrl, json }

const create = Command.make(
  "create",
  {
    name: Argument.String("name").pipe(
      Argument.withDescription("Purpose of the token, such as Reporting"),
    ),
    role: Flag.String("role").pipe(withFallback("Role of the token: a name or an id", "Admin")),
    user: Flag.Int("user").pipe(
      Flag.withMetavar("USER_ID"),
      Flag.withDescription("User that the token acts for"),
      Flag.optional,
    ),
    expires: Flag.String("expires").pipe(
      Flag.withMetavar("DATE"),
      Flag.withDescription(
        "Expiry: a day or an instant, such as 2099-06-30 or 2099-06-30T17:00:00+10:00; by default it never expires",
      ),
      Flag.optional,
    ),
    ...shared,
  },
  (input) => lazily(load, (_) => _.create(input)),
).pipe(
  Command.withDescription("Create a bearer token; its secret is shown only once"),
  Command.withExamples([
    { command: "outlay token create Reporting --business 1 --role Accountant" },
    { command: "outlay token create Approvals --business 1 --user 12 --expires 2099-06-30" },
  ]),
)

const list = Command.make("list", shared, (input) => lazily(load, (_) => _.list(input))).pipe(
  Command.withDescription("List the tokens of a business, without their secrets"),
  Command.withExamples([{ command: "outlay token list --business 1" }]),
)

const revoke = Command.make(
  "revoke",
  {
    token_id: Argument.String("token_id").pipe(
      Argument.withDescription("Id of the token; outlay token list shows it"),
    ),
    ...shared,
  },
  (input) => lazily(load, (_) => _.revoke(input)),
).pipe(
  Command.withDescription("Revoke a token immediately"),
  Command.withExamples([
    { command: "outlay token revoke 0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b42 --business 1" },
  ]),
)

export const token = Command.make("token").pipe(
  Command.withDescription("Create, list and revoke bearer tokens"),
  Command.withSubcommands([create, list, revoke]),
)
