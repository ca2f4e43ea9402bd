import { Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { backupKeep } from "../backups/settings.ts"
import { failedAs } from "../failure.ts"
import {
  backupUrl,
  databaseUrl,
  json,
  lazily,
  receiptsUrl,
  repeatable,
  settingFlag,
} from "./flags.ts"

const shared = { databaseUrl, json }

const check = Flag.Boolean("check").pipe(
  Flag.withDescription("Change nothing; exit 1 if a step is missing"),
  Flag.withDefault(false),
)

const distribute = Flag.Boolean("distribute").pipe(
  Flag.withDescription(
    "Distribute the tables of PostgreSQL with Citus by business; stop the service first",
  ),
  Flag.withDefault(false),
)

export const migrate = Command.make("migrate", { ...shared, check, distribute }, (input) =>
  lazily(
    () => import("../operations/migrate.ts"),
    (_) => _.migrate(input),
  ),
).pipe(
  Command.withDescription("Create the database, or migrate it to this version"),
  Command.withExamples([
    { command: "outlay migrate" },
    { command: "outlay migrate --database-url sqlite:/var/lib/outlay/outlay.db" },
  ]),
)

const head = Flag.String("head").pipe(
  Flag.withMetavar("SEQUENCE:HASH"),
  Flag.withDescription("Head of the events recorded earlier; can be repeated"),
  (flag) => repeatable(flag),
)

export const verify = Command.make("verify", { ...shared, receiptsUrl, head }, (input) =>
  lazily(
    () => import("../operations/verify.ts"),
    (_) => _.verify(input),
  ),
).pipe(
  Command.withDescription(
    "Recompute every amount from the ledger, and check every record, the chain of events and the receipt files; exit 4 if anything differs",
  ),
  Command.withExamples([{ command: "outlay verify" }, { command: "outlay verify --json" }]),
)

export const backup = Command.make(
  "backup",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription("Destination file; defaults to the storage of --backup-url"),
      Argument.optional,
    ),
    force: Flag.Boolean("force").pipe(
      Flag.withDescription("Replace an existing file"),
      Flag.withDefault(false),
    ),
    ...shared,
    receiptsUrl,
    backupUrl,
    backupKeep: settingFlag(backupKeep),
  },
  (input) =>
    Option.match(input.file, {
      onNone: () =>
        input.force
          ? failedAs("usage", "--force replaces a file, and no file is given.")
          : lazily(
              () => import("../operations/backups.ts"),
              (_) => _.backupToPlace(input),
            ),
      onSome: (file) =>
        Option.isSome(input.backupUrl) || Option.isSome(input.backupKeep)
          ? failedAs("usage", "A backup goes to a file or to --backup-url. Leave one of them out.")
          : lazily(
              () => import("../operations/backup.ts"),
              (_) => _.backup({ ...input, file }),
            ),
    }),
).pipe(
  Command.withDescription(
    "Back up the database and its receipts to a file or to the storage of --backup-url; works while the service is running",
  ),
  Command.withExamples([
    { command: "outlay backup backups/2026-11-21.db" },
    { command: "outlay backup --backup-url folder:/mnt/backups --backup-keep daily=7,weekly=4" },
  ]),
)

export const backups = Command.make("backups", { backupUrl, json }, (input) =>
  lazily(
    () => import("../operations/backups.ts"),
    (_) => _.list(input),
  ),
).pipe(
  Command.withDescription("List the backups that the service has made"),
  Command.withExamples([{ command: "outlay backups --backup-url folder:/mnt/backups" }]),
)

export const restore = Command.make(
  "restore",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription("Backup file, or a name from outlay backups, or latest"),
    ),
    force: Flag.Boolean("force").pipe(
      Flag.withDescription("Replace an existing database; stop the service first"),
      Flag.withDefault(false),
    ),
    ...shared,
    receiptsUrl,
    backupUrl,
  },
  (input) =>
    lazily(
      () => import("../operations/backups.ts"),
      (_) => _.restore(input),
    ),
).pipe(
  Command.withDescription("Check a backup and restore it as the database, with its receipts"),
  Command.withExamples([
    { command: "outlay restore backups/2026-11-21.db" },
    { command: "outlay restore backups/2026-11-21.db --force" },
    { command: "outlay restore latest --backup-url folder:/mnt/backups" },
  ]),
)

export const openapi = Command.make("openapi", {}, () =>
  lazily(
    () => import("../operations/openapi.ts"),
    (_) => _.openapi,
  ),
).pipe(
  Command.withDescription("Print the OpenAPI document of the HTTP API"),
  Command.withExamples([{ command: "outlay openapi > openapi.json" }]),
)
