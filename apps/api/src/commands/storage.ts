import { Argument, Command, Flag } from "effect/cli"
import { databaseUrl, json, lazily } from "./flags.ts"

const shared = { databaseUrl, json }

export const migrate = Command.make("migrate", shared, (input) =>
  lazily(
    () => import("../operations/migrate.ts"),
    (_) => _.migrate(input),
  ),
).pipe(
  Command.withDescription("Create the database, or bring it to the form that this version needs"),
  Command.withExamples([
    { command: "outlay migrate" },
    { command: "outlay migrate --database-url sqlite:/var/lib/outlay/outlay.db" },
  ]),
)

const head = Flag.String("head").pipe(
  Flag.withMetavar("SEQUENCE:HASH"),
  Flag.withDescription("A head of the events that was noted earlier; it may be given repeatedly"),
  Flag.between(0, 1_000),
)

export const verify = Command.make("verify", { ...shared, head }, (input) =>
  lazily(
    () => import("../operations/verify.ts"),
    (_) => _.verify(input),
  ),
).pipe(
  Command.withDescription(
    "Recompute every amount from the ledger, every record and the chain of events; exit 1 where a single cent differs",
  ),
  Command.withExamples([{ command: "outlay verify" }, { command: "outlay verify --json" }]),
)

export const backup = Command.make(
  "backup",
  {
    file: Argument.String("file").pipe(Argument.withDescription("Where the copy goes")),
    force: Flag.Boolean("force").pipe(
      Flag.withDescription("Replace the file if it is there"),
      Flag.withDefault(false),
    ),
    ...shared,
  },
  (input) =>
    lazily(
      () => import("../operations/backup.ts"),
      (_) => _.backup(input),
    ),
).pipe(
  Command.withDescription("Copy the database to a file while it is being used"),
  Command.withExamples([{ command: "outlay backup backups/2026-11-21.db" }]),
)

export const restore = Command.make(
  "restore",
  {
    file: Argument.String("file").pipe(Argument.withDescription("A copy that `backup` made")),
    force: Flag.Boolean("force").pipe(
      Flag.withDescription("Replace the database if it is there; stop the service first"),
      Flag.withDefault(false),
    ),
    ...shared,
  },
  (input) =>
    lazily(
      () => import("../operations/backup.ts"),
      (_) => _.restore(input),
    ),
).pipe(
  Command.withDescription("Put a backup in the database's place, after checking it"),
  Command.withExamples([
    { command: "outlay restore backups/2026-11-21.db" },
    { command: "outlay restore backups/2026-11-21.db --force" },
  ]),
)

export const openapi = Command.make("openapi", {}, () =>
  lazily(
    () => import("../operations/openapi.ts"),
    (_) => _.openapi,
  ),
).pipe(
  Command.withDescription("Print the OpenAPI document of the HTTP interface"),
  Command.withExamples([{ command: "outlay openapi > openapi.json" }]),
)
