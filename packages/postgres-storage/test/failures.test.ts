import { StorageUnavailable } from "@outlay/domain"
import pg from "pg"
import { expect, test } from "vitest"
import { reasonOf, verdictOf } from "../src/failures.ts"

const ofServer = (code: string, message: string) =>
  Object.assign(new pg.DatabaseError(message, message.length, "error"), { code })

test.each<[unknown, string]>([
  [new StorageUnavailable({ reason: "the connection is lost" }), "the connection is lost"],
  [ofServer("57P01", "terminating connection"), "57P01: terminating connection"],
  [
    ofServer("25006", "cannot execute LISTEN during recovery"),
    "it only reads, as a standby does (25006: cannot execute LISTEN during recovery)",
  ],
  [new AggregateError([new Error("refused"), new Error("timed out")]), "refused, timed out"],
  [new Error("broken"), "broken"],
  ["torn", "torn"],
])("the log shows %s as: %s", (error, reason) => expect(reasonOf(error)).toEqual(reason))

test.each([
  ["42501", "unavailable"],
  ["25006", "unavailable"],
  ["42P01", "fault"],
])("an error %s of the server is %s", (code, verdict) =>
  expect(verdictOf(ofServer(code, "no"))).toBe(verdict),
)
