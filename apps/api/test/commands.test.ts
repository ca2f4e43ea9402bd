import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import Database from "better-sqlite3"
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { outlayWith, presentation } from "../src/cli.ts"
import { nodeServices } from "../src/node-services.ts"
import { version } from "../src/version.ts"
import { type Ended, root, workplace } from "./outlay.ts"

const here = workplace()
const { outlay, document, path } = here
afterAll(here.leave)

const commands = [
  "serve",
  "start",
  "migrate",
  "demo",
  "import",
  "token",
  "token create",
  "token list",
  "token revoke",
  "business",
  "business create",
  "business list",
  "business show",
  "verify",
  "backup",
  "restore",
  "listen",
  "move",
  "openapi",
]

/** Returns the printed help, without starting a process. */
const helpOf = async (args: ReadonlyArray<string>): Promise<string> => {
  const printed: Array<string> = []
  const log = (text: string) => printed.push(text)
  const captured = { ...globalThis.console, log }
  await Effect.runPromise(
    Command.runWith(outlayWith(new Map()), { version })([...args, "--help"]).pipe(
      Effect.provide(presentation([])),
      Effect.provideService(Console.Console, captured),
      Effect.provide(nodeServices),
    ) as Effect.Effect<void>,
  )
  return printed.join("\n")
}

describe("help", () => {
  test.each(commands)("outlay %s has a description and an example", async (line) => {
    const words = line.split(" ")
    const help = await helpOf(words)
    expect(help).toContain("DESCRIPTION")
    expect(help).toContain(`outlay ${line}`)
    const isGroup = line === "token" || line === "business"
    expect(help).toMatch(isGroup ? /SUBCOMMANDS/u : /EXAMPLES\n +outlay/u)
  })

  test("is printed with exit code 0", async () => {
    const { code, out, err } = await outlay(["serve", "--help"])
    expect({ code, err }).toEqual({ code: 0, err: "" })
    expect(out).toContain("OUTLAY_PORT, else 8080")
  })

  test("the version is that of the package", async () => {
    const manifest = JSON.parse(readFileSync(join(root, "apps/api/package.json"), "utf8"))
    expect(version).toBe(manifest.version)
    expect((await outlay(["--version"])).out).toContain(version)
  })
})

describe("a failed command prints a sentence", () => {
  beforeAll(() => {
    writeFileSync(path("not.db"), "this is no database, whatever its name says it is")
  })

  test.each<[number, ReadonlyArray<string>, string]>([
    [2, ["serve", "--prot", "1"], "Unrecognized flag: --prot"],
    [2, ["fly"], "fly"],
    [2, ["help", "bakcup"], "backup"],
    [5, ["verify"], "There is no database ./data/outlay.db. Create it with outlay migrate"],
    [2, ["verify", "--database-url", "postgres://a"], "must be sqlite:<file>"],
    [5, ["business", "list", "--database-url", "sqlite:not.db"], "not.db cannot be opened"],
    [
      5,
      ["migrate", "--database-url", "sqlite:not.db/a/b.db"],
      "Cannot create the folder of not.db/a/b.db",
    ],
    [2, ["demo", "--months", "0"], "--months must be 1 to 60, not 0."],
    [2, ["demo", "--until", "soon"], 'It is "soon".'],
    [2, ["demo", "--until", "1999-12-31"], 'It is "1999-12-31".'],
    [2, ["business", "show", "x"], 'argument <client_id>: "x". Expected a number'],
    [5, ["migrate", "--check", "--database-url", "sqlite:not.db"], "not.db cannot be opened"],
    [5, ["migrate", "--check", "--database-url", "sqlite:."], "is a folder: name a file in it"],
    [2, ["demo", "--until", "9999-01-01"], "--until must not be in the future: 9999-01-01."],
    [1, ["restore", "none.db"], "There is no file none.db."],
  ])("%i for outlay %j: %s", async (expected, args, sentence) => {
    const { code, out, err } = await outlay(args)
    expect({ code, out }).toEqual({ code: expected, out: "" })
    expect(err).toContain(sentence)
    expect(err).not.toMatch(/\n {4}at |Error:/u)
    expect(err.startsWith("outlay: ")).toBe(true)
  })

  test.each<[ReadonlyArray<string>, ReadonlyArray<string>]>([
    [
      ["token", "create"],
      ["argument: name", "flag: --business"],
    ],
    [["token", "create", "-b", "1"], ["argument: name"]],
    [["token", "create", "A", "--user", "12"], ["flag: --business"]],
    [
      ["user", "create", "--first-name=Ann", "--last-name", "Lee", "--email", "a@b.example"],
      ["flag: --role", "flag: --payment-types", "flag: --business"],
    ],
  ])("everything missing in outlay %j is reported: %j", async (args, missing) => {
    const { code, err } = await outlay(args)
    const lines = missing.map((what) => `outlay: Missing required ${what}`)
    const [group, verb] = args
    expect(err).toBe(`${[...lines, `Try: outlay ${group} ${verb} --help`].join("\n")}\n`)
    expect(code).toBe(2)
  })

  test("missing flags are reported together with an invalid value", async () => {
    const { err } = await outlay(["token", "create", "A", "--user", "Ann"])
    expect(err).toMatch(/^outlay: Invalid value for flag --user: .*\n.* flag: --business\nTry: /u)
  })

  test("all errors in the configuration are reported at once, without secrets", async () => {
    const { code, err } = await outlay(["serve", "--port", "70000"], {
      OUTLAY_RATE_LIMIT: "often",
      OUTLAY_OPERATOR_TOKEN: "short secret",
    })
    expect(code).toBe(2)
    expect(err.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^outlay: --port \(or OUTLAY_PORT\) must be .* is not\.$/u),
      expect.stringMatching(
        /^outlay: OUTLAY_OPERATOR_TOKEN \(or --operator-token\) must be .*\.$/u,
      ),
      expect.stringMatching(/^outlay: OUTLAY_RATE_LIMIT \(or --rate-limit\) must be .* is not\.$/u),
    ])
    expect(err).not.toContain("short secret")
  })

  test.each([
    ["--database-url", "postgres://me:s3cret%ff@127.0.0.1:1/outlay", "write % as %25"],
    ["--smtp-url", "smtp://me:s3cret%ff@127.0.0.1:1", "what was given is not."],
  ])("%s %s is also checked in the bundled program", async (flag, url, message) => {
    const args = ["serve", "--port", "0", "--mail-from", "outlay@example.com", flag, url]
    const { code, err } = await here.outlayProcess(args)
    expect(code).toBeGreaterThan(0)
    expect(err).toContain(message)
    expect(err).not.toContain("s3cret")
  })
})

describe("commands for a business", () => {
  const url = ["--database-url", "sqlite:own.db"]

  test("migrate prints what it applied, and nothing the second time", async () => {
    const first = await document(["migrate", ...url])
    expect(first.applied.length).toBe(first.steps)
    expect(first.steps).toBeGreaterThan(0)
    expect((await document(["migrate", ...url])).applied).toEqual([])
  })

  test("a newer database is refused", async () => {
    await document(["migrate", "--database-url", "sqlite:newer.db"])
    const db = new Database(path("newer.db"))
    db.exec("insert into migrations values (9999, '9999-future', 'x', '2030-01-01')")
    db.close()
    const { code, err } = await outlay(["verify", "--database-url", "sqlite:newer.db"])
    expect(code).toBe(5)
    expect(err).toContain("9999-future, which this program does not know: use a newer one")
  })

  test("businesses and tokens are created, listed, shown and revoked", async () => {
    const made = await document(["business", "create", " Harbour ", "--wallet", "USD", ...url])
    expect(made).toMatchObject({ name: "Harbour", currency: "AUD" })
    const id = String(made.client_id)
    expect((await document(["business", "list", ...url])).length).toBe(1)
    const shown = await document(["business", "show", id, ...url])
    expect(shown.wallets).toEqual([
      { currency: "AUD", balance: 0 },
      { currency: "USD", balance: 0 },
    ])
    const of = ["--business", id, ...url]
    const issued = await document(["token", "create", "Reports", "--role", "accountant", ...of])
    expect(issued.token).toMatch(/^outlay_[\w-]{43}$/u)
    const listed = await outlay(["token", "list", ...of, "--json"])
    expect(JSON.parse(listed.out)).toMatchObject([{ id: issued.id, revoked_at: null }])
    expect(listed.out).not.toContain(issued.token)
    await document(["token", "revoke", issued.id, ...of])
    expect((await document(["token", "list", ...of]))[0].revoked_at).not.toBeNull()
  })

  test("a business is created with its integration", async () => {
    const url = ["--database-url", "sqlite:./integrated.db"]
    await document(["migrate", ...url])
    const creating = ["business", "create", "A", ...url, "--integration"]
    expect(await document([...creating, "XERO"])).toMatchObject({ integration: "XERO" })
    const { code, err } = await outlay([...creating, "SAGE"])
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining("--integration: "),
    })
  })

  test("a business whose wallet is refused is not created", async () => {
    const ids = async () =>
      (await document(["business", "list", ...url])).map((_: { client_id: number }) => _.client_id)
    const before = await ids()
    const { code, err } = await outlay(["business", "create", "A", "--wallet", "AUD", ...url])
    expect([code, err]).toEqual([1, expect.stringContaining("already has a wallet in AUD")])
    expect(await ids()).toEqual(before)
  })

  test.each<[number, ReadonlyArray<string>, string]>([
    [
      2,
      ["business", "create", "A", "--currency", "XXX"],
      "--currency: Must be an active ISO 4217 code",
    ],
    [
      2,
      ["business", "create", "A", "--wallet", "USD", "--wallet", "eur"],
      "--wallet: Must be an active ISO 4217 code",
    ],
    [1, ["business", "show", "99"], "There is no business 99."],
    [1, ["token", "create", "A", "--business", "1", "--role", "King"], 'There is no role "King"'],
    [
      1,
      ["token", "create", "A", "--business", "1", "--expires", "2020-01-01"],
      "The expiry must be in the future",
    ],
    [
      2,
      ["token", "create", "A", "--business", "1", "--expires", "2099-06-30T17:00:00"],
      '"2099-06-30T17:00:00" is neither.',
    ],
  ])("%i: outlay %j is refused: %s", async (expected, args, sentence) => {
    const { code, err } = await outlay([...args, ...url])
    expect(code).toBe(expected)
    expect(err).toContain(sentence)
  })

  test("an invalid --expires prints every accepted form", async () => {
    const issue = ["token", "create", "A", "--business", "1", ...url, "--expires"]
    const { code, err } = await outlay([...issue, "tomorrow"])
    expect(code).toBe(2)
    expect(err).toContain('"tomorrow" is neither.')
    const forms = err.match(/2099-06-30[^ ,;.]*/gu) ?? []
    const ends = []
    for (const form of forms) ends.push((await document([...issue, form])).expires_at)
    expect(ends).toEqual([
      "2099-06-30T23:59:59.999Z",
      "2099-06-30T17:00:00.000Z",
      "2099-06-30T07:00:00.000Z",
    ])
  })

  test("openapi prints the committed document", async () => {
    const { out } = await outlay(["openapi"])
    expect(out).toBe(readFileSync(join(root, "docs/openapi.json"), "utf8"))
  })
})

describe("a separate process", () => {
  const alone = workplace()
  afterAll(alone.leave)
  const together = workplace()
  afterAll(together.leave)

  /** Masks values that differ between runs, including durations. */
  const masked = (text: string): string =>
    text
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, "<time>")
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, "<id>")
      .replaceAll(/outlay_[\w-]{43}|[0-9a-f]{64}/gu, "<secret>")
      .replaceAll(/^time +\d+:\d\d$/gmu, "<seconds>")

  const sentences = (err: string) =>
    err.split("\n").filter((line) => /^(?:outlay|Try): /u.test(line))

  const same = async (args: (tokenId: string) => ReadonlyArray<string>, code = 0) => {
    const [expected, found] = await Promise.all([
      together.outlay(args(await tokenOf(together))),
      alone.outlayProcess(args(await tokenOf(alone))),
    ])
    const printed = ({ out, err }: Ended) => ({ out: masked(out), err: sentences(err) })
    expect({ code: found.code, ...printed(found) }).toEqual({ code, ...printed(expected) })
    expect(found.out + found.err).not.toBe("")
  }

  const tokenOf = async (place: typeof here): Promise<string> => {
    const { code, out } = await place.outlay(["token", "list", "--business", "1", "--json"])
    return code === 0 ? (JSON.parse(out)[0]?.id ?? "") : ""
  }

  beforeAll(() => {
    for (const place of [alone, together]) {
      writeFileSync(place.path("rows.csv"), "date,merchant,amount\n2026-01-05,Shop,1\n,Shop,1\n")
    }
  })

  test.each([
    [0, ["--version"]],
    [0, ["openapi"]],
    [0, ["migrate"]],
    [0, ["business", "create", "Alone"]],
    [0, ["business", "list", "--json"]],
    [0, ["business", "show", "1"]],
    [0, ["token", "create", "Test", "--business", "1"]],
    [0, ["token", "list", "--business", "1"]],
    [0, ["token", "revoke", "<token>", "--business", "1"]],
    [0, ["demo", "--months", "1", "--seed", "3", "--until", "2026-06-17"]],
    [
      3,
      [
        ...["import", "rows.csv", "--business", "1", "--map"],
        "amount=-amount,auth_date=date,merchant_name=merchant",
      ],
    ],
    [0, ["verify"]],
    [0, ["backup", "copy.db"]],
    [0, ["restore", "copy.db", "--database-url", "sqlite:other.db"]],
    [2, ["serve", "--port", "70000"]],
    [2, ["start", "--port", "70000"]],
    [2, ["fly"]],
  ])("ends with %i and prints the same as in this process: outlay %j", async (code, args) => {
    await same((tokenId) => args.map((arg) => (arg === "<token>" ? tokenId : arg)), code)
  })
})
