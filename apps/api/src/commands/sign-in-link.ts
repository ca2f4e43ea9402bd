import { Command, Flag } from "effect/cli"
import { serving } from "../config.ts"
import { business, databaseUrl, json, lazily, settingFlag } from "./flags.ts"

export const signInLink = Command.make(
  "sign-in-link",
  {
    business,
    email: Flag.String("email").pipe(Flag.withDescription("E-mail address of the user")),
    host: settingFlag(serving.host),
    port: settingFlag(serving.port),
    publicUrl: settingFlag(serving.publicUrl),
    databaseUrl,
    json,
  },
  (input) =>
    lazily(
      () => import("../operations/sign-in-link.ts"),
      (_) => _.create(input),
    ),
).pipe(
  Command.withDescription("Create a link that signs a user in, once, within 15 minutes"),
  Command.withExamples([
    { command: "outlay sign-in-link --business 1 --email amelia.hart@example.com" },
  ]),
)
