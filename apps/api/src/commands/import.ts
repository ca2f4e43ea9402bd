import { Argument, Command, Flag } from "effect/cli"
import {
  business,
  databaseUrl,
  json,
  lazily,
  optionalText,
  repeatable,
  withFallback,
} from "./flags.ts"

const map = Flag.String("map").pipe(
  Flag.withMetavar("TARGET=COLUMN,…"),
  Flag.withDescription(
    "Maps fields to columns: amount=-amount negates, currency==GBP is a fixed text, " +
      "custom:<name>=<column> is a custom field; can be repeated",
  ),
  (flag) => repeatable(flag),
)

export const importRows = Command.make(
  "import",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription(
        "CSV or NDJSON file, optionally compressed (.gz); - is standard input",
      ),
    ),
    business,
    format: Flag.Literals("format", ["csv", "ndjson"]).pipe(
      Flag.withDescription("File format; by default taken from the file name"),
      Flag.optional,
    ),
    map,
    gst: optionalText(
      "gst",
      "COLUMN:CODE=FRACTION",
      "Tax in the amount by tax code: vat:VR=1/6 for VR in the column vat",
    ),
    create: optionalText(
      "create",
      "budgets,users,categories,fields",
      "Create missing records; categories with their accounting codes, custom fields " +
        "with their options",
    ),
    userName: Flag.String("user-name").pipe(
      Flag.withMetavar("TEMPLATE"),
      withFallback('Name of created users: "Card {}" turns 8577 into Card 8577', "{}"),
    ),
    emailDomain: optionalText(
      "email-domain",
      "DOMAIN",
      "Domain of the generated e-mail addresses of created users",
    ),
    refused: optionalText("refused", "FILE", "Write every refused line to a file, as NDJSON"),
    bookLateOn: optionalText(
      "book-late-on",
      "DATE",
      "UTC day on which to book transactions dated within locked books; by default they are refused",
    ),
    dryRun: Flag.Boolean("dry-run").pipe(
      Flag.withDescription("Dry run: import into a copy, report the result and save nothing"),
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
    "Import transactions; those imported before stay unchanged, so a repeated run is safe",
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
