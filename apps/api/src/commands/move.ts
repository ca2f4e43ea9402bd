import { Command, Flag } from "effect/cli"
import { json, lazily, receiptsUrl } from "./flags.ts"

const place = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar("DATABASE_URL"), Flag.withDescription(description))

export const move = Command.make(
  "move",
  {
    from: place("from", "Database to move from, as in OUTLAY_DATABASE_URL; not changed"),
    to: place("to", "Database to move to: empty, or partly filled by this move"),
    receiptsUrl,
    json,
  },
  (input) =>
    lazily(
      () => import("../operations/move.ts"),
      (_) => _.move(input),
    ),
).pipe(
  Command.withDescription(
    "Copy a database from SQLite to PostgreSQL, or back, and verify the copy; stop the service first. Run it again to continue an interrupted copy",
  ),
  Command.withExamples([
    {
      command:
        "outlay move --from sqlite:./data/outlay.db --to postgres://outlay@db.example/outlay",
    },
  ]),
)
