import { Argument, Command, Flag } from "effect/cli"
import { business, databaseUrl, json, lazily, optionalText } from "./flags.ts"

const map = Flag.String("map").pipe(
  Flag.withMetavar("TARGET=COLUMN,…"),
  Flag.withDescription(
    "Which column becomes what: amount=-amount turns the sign, currency==GBP is a fixed text, " +
      "custom:<name>=<column> a custom field; may be repeated",
  ),
  Flag.atLeast(0),
)

export const importRows = Command.make(
  "import",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription("A CSV or NDJSON file, packed (.gz) or not; - is standard input"),
    ),
    business,
    format: Flag.Literals("format", ["csv", "ndjson"]).pipe(
      Flag.withDescription("What the file is; by default its name tells"),
      Flag.optional,
    ),
    map,
    gst: optionalText(
      "gst",
      "COLUMN:CODE=FRACTION",
      "The tax in an amount, by a code: vat:VR=1/6 where the column vat says VR",
    ),
    create: optionalText(
      "create",
      "budgets,users,categories,fields",
      "Make what is named and not there; categories with their accounting codes, custom fields " +
        "with their options",
    ),
    userName: Flag.String("user-name").pipe(
      Flag.withMetavar("TEMPLATE"),
      Flag.withDescription('What users are called: "Card {}" makes Card 8577 of 8577'),
      Flag.withDefault("{}"),
    ),
    emailDomain: optionalText(
      "email-domain",
      "DOMAIN",
      "The domain of the made-up addresses of users that are made",
    ),
    refused: optionalText("refused", "FILE", "Write every refused line to a file, as NDJSON"),
    dryRun: Flag.Boolean("dry-run").pipe(
      Flag.withDescription("Judge and report as the import would, on a copy; keep nothing"),
      Flag.withDefault(false),
    ),
    databaseUrl,
    json,
  },
  (input) =>
    lazily(
      () => import("../import/import.ts"),
      (_) => _.importFile(input),
    ),
).pipe(
  Command.withDescription(
    "Import transactions; what was imported before stays as it is, so run it again at will",
  ),
  Command.withExamples([
    { command: "outlay import transactions.ndjson --business 1" },
    {
      command:
        "outlay import purchases.csv --business 1 --create budgets,users " +
        "--email-domain example.com --map amount=-amount,auth_date=date " +
        "--map merchant_name=merchant,budget=department,user=card",
    },
  ]),
)
