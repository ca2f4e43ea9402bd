import { expect, test } from "vitest"
import { scriptOf, transactionsIn } from "./pgbench.ts"

const line = (pid: number, text: string, parameters = "") =>
  `[${pid}] LOG:  duration: 0.031 ms  ${text}\n${
    parameters === "" ? "" : `[${pid}] DETAIL:  Parameters: ${parameters}\n`
  }`

const insert =
  'execute s44: insert into "topups" ("client_id", "id", "description")\n\tvalues ($1, $2, $3)'
const event =
  'execute s27: insert into "events" ("client_id", "sequence", "id")\n\tvalues ($1, $2, $3)'

const log = [
  line(7, "statement: BEGIN"),
  line(
    7,
    'execute s11: select "sequence", "hash" from "events" where "client_id" = $1',
    "$1 = '4'",
  ),
  line(8, "statement: BEGIN"),
  line(8, insert, "$1 = '5', $2 = 'other', $3 = NULL"),
  line(8, "statement: COMMIT"),
  line(7, insert, "$1 = '4', $2 = 'one', $3 = 'a:b''s'"),
  line(7, event, "$1 = '4', $2 = '26', $3 = 'e1'"),
  line(7, event, "$1 = '4', $2 = '27', $3 = 'e2'"),
  line(7, "statement: COMMIT"),
  line(7, "statement: BEGIN"),
].join("")

test("the statements of a request are those of its connection, from BEGIN to COMMIT", () => {
  const [one, other] = transactionsIn(log, "topups", ["one", "other"])
  expect(one?.map(({ text }) => text.split(" ")[0])).toEqual([
    ...["BEGIN", "select", "insert", "insert", "insert", "COMMIT"],
  ])
  expect(other?.[1]?.values).toEqual(["'5'", "'other'", "NULL"])
  expect(() => transactionsIn(log, "topups", ["none"])).toThrow("nothing wrote none")
})

test("a script has new ids in each run, continues the chain, and has no variable in a text", () => {
  const [one = []] = transactionsIn(log, "topups", ["one"])
  expect(scriptOf(one, "one").split("\n")).toEqual([
    "\\set topup random(1, 9000000000000000000)",
    "\\set event1 random(1, 9000000000000000000)",
    "\\set event2 random(1, 9000000000000000000)",
    "BEGIN;",
    'select "sequence", "hash" from "events" where "client_id" = \'4\' \\gset',
    `insert into "topups" ("client_id", "id", "description") values ('4', ('topup-' || :topup), U&'a\\003Ab''s');`,
    `insert into "events" ("client_id", "sequence", "id") values ('4', :sequence + 1, ('event1-' || :event1));`,
    `insert into "events" ("client_id", "sequence", "id") values ('4', :sequence + 2, ('event2-' || :event2));`,
    "COMMIT;",
    "",
  ])
})
