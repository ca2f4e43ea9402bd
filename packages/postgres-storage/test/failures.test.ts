import { StorageUnavailable } from "@outlay/domain"
import pg from "pg"
import { expect, test } from "vitest"
import { reasonOf } from "../src/failures.ts"

const ofServer = (code: string, message: string) =>
  Object.assign(new pg.DatabaseError(message, message.length, "error"), { code })

test.each<[unknown, string]>([
  [new StorageUnavailable({ reason: "the connection is lost" }), "the connection is lost"],
  [ofServer("57P01", "terminating connection"), "57P01: terminating connection"],
  [new AggregateError([new Error("refused"), new Error("timed out")]), "refused, timed out"],
  [new Error("broken"), "broken"],
  ["torn", "torn"],
  [
    Object.assign(new Error("unable to verify the first certificate; if the root CA is …"), {
      code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    }),
    expect.stringContaining("set sslrootcert to the file of the authority") as unknown as string,
  ],
])("the log says of %s: %s", (error, reason) => expect(reasonOf(error)).toEqual(reason))
