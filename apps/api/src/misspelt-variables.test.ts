import { expect, test } from "vitest"
import { serving } from "./config.ts"
import { misspeltVariables } from "./misspelt-variables.ts"

test.each([
  ["OUTLAY_OPERATOR_TOKN", "OUTLAY_OPERATOR_TOKEN"],
  ["OUTLAY_BACKUP_URI", "OUTLAY_BACKUP_URL"],
  ["OUTLAY_PROT", "OUTLAY_PORT"],
  ["OUTLAY_SANDBX", "OUTLAY_SANDBOX"],
  ["OUTLAY_LISTEN_PROT", "OUTLAY_LISTEN_PORT"],
])("%s is reported as a misspelt %s", (variable, suggestion) =>
  expect(misspeltVariables({ [variable]: "secret" })).toEqual([
    `The variable ${variable} has no effect. Did you mean ${suggestion}?`,
  ]),
)

test.each([
  ...Object.values(serving).map(({ variable }) => variable),
  ...["OUTLAY_SERVICE_HOST", "OUTLAY_SERVICE_PORT", "OUTLAY_PORT_8080_TCP_ADDR"],
  ...["OUTLAY_WEBHOOK_SECRET", "OUTLAY_TEST_POSTGRES_URL", "PORT", "HOST"],
])("%s is not reported", (variable) => expect(misspeltVariables({ [variable]: "" })).toEqual([]))
