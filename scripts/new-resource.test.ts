import { spawn } from "node:child_process"
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs"
import { basename, dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { fencesOf } from "./documents.ts"
import { namesOf } from "./new-resource/names.ts"
import { registers } from "./registers.ts"
import { type Served, serveProduct } from "./served.ts"

const root = join(import.meta.dirname, "..")
const page = readFileSync(join(root, "docs/adding-a-resource.md"), "utf8")

describe("the name of a resource", () => {
  test.each([
    ["vendors", "vendors", "vendor", "Vendors", "Vendor", "a vendor"],
    ["cost-centres", "cost_centres", "cost_centre", "CostCentres", "CostCentre", "a cost centre"],
    ["cost_centres", "cost_centres", "cost_centre", "CostCentres", "CostCentre", "a cost centre"],
    ["invoices", "invoices", "invoice", "Invoices", "Invoice", "an invoice"],
    ["agencies", "agencies", "agency", "Agencies", "Agency", "an agency"],
    ["addresses", "addresses", "address", "Addresses", "Address", "an address"],
    ["units", "units", "unit", "Units", "Unit", "a unit"],
  ])("%s", (given, table, noun, Many, One, aText) => {
    const kebab = table.replaceAll("_", "-")
    expect(namesOf(given)).toMatchObject({ kebab, table, noun, Many, One, aText })
  })

  test("an irregular plural is given with its singular", () => {
    expect(namesOf("people", "person")).toMatchObject({ table: "people", noun: "person" })
  })

  test.each([
    ["Vendors", undefined, "is not a resource's name"],
    ["vendors/../x", undefined, "is not a resource's name"],
    ["vendors2", undefined, "is not a resource's name"],
    ["-vendors", undefined, "is not a resource's name"],
    ["", undefined, "is not a resource's name"],
    ["purchase-order-approval-requests", undefined, "has more than 24 letters"],
    ["people", undefined, "does not end in s"],
    ["vendors", "vendors", "is not the singular"],
    ["vendors", "Vendor", "is not the singular"],
    ["classes", undefined, "is a word of TypeScript"],
    ["keys", undefined, "is a word of the templates"],
  ])("is refused: %s, %s", (given, singular, because) => {
    expect(namesOf(given, singular)).toEqual({ refusal: expect.stringContaining(because) })
  })
})

/** Files of the workspace that git would track, by path. */
const filesOf = (folder: string): ReadonlyMap<string, string> => {
  const exclude = (path: string) => /^(node_modules|dist|\..+)$/u.test(basename(path))
  const paths = globSync("{apps,docs,packages,scripts}/**", { cwd: folder, exclude })
  const files = paths.filter((path) => statSync(join(folder, path)).isFile())
  return new Map(files.map((path) => [path, readFileSync(join(folder, path), "utf8")]))
}

interface Ended {
  readonly status: number | null
  readonly output: string
}

/** Environment without the variables that a test runner sets for its child processes. */
const env = (folder: string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/VITEST/u.test(name))),
  PATH: `${join(folder, "node_modules/.bin")}:${dirname(process.execPath)}:${process.env["PATH"]}`,
  NODE_ENV: undefined,
  NO_COLOR: "1",
})

const run = (folder: string, program: string, ...args: ReadonlyArray<string>): Promise<Ended> =>
  new Promise((ended, failed) => {
    const child = spawn(program, args, { cwd: folder, env: env(folder) })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString()
      })
    }
    child.once("error", failed)
    child.once("close", (status) => ended({ status, output }))
  })

/**
 * Copies the workspace with its build output, so that only changes are built again. Dependencies
 * are hard links, so that the compiler finds them in the same place.
 */
const copyWorkspace = async (): Promise<string> => {
  mkdirSync(join(root, ".scratch"), { recursive: true })
  const folder = mkdtempSync(join(root, ".scratch/new-resource-"))
  const { output } = await run(root, "git", "ls-files", "-co", "--exclude-standard")
  const sources = output.split("\n").filter((path) => path !== "" && existsSync(join(root, path)))
  await run(root, "cp", "-a", "--parents", ...sources, folder)
  const packages = globSync("{bench,{apps,packages}/*}/", { cwd: root }).map((path) => join(path))
  for (const path of packages) {
    for (const name of ["dist", "bundle", "node_modules"].filter((_) =>
      existsSync(join(root, path, _)),
    )) {
      await run(root, "cp", "-a", join(path, name), join(folder, path))
    }
  }
  await run(root, "cp", "-al", "node_modules", folder)
  return folder
}

/** Tests of the new resource, and tests that check every resource. */
const tests = [
  ...["vendors", "resources", "every look", "every service", "have events", "rules have"],
  ...["lists what", "have at most", "circle", "only what", "doc comment", "name their refusals"],
]

/** One worker loads the packages once; the other workers run other tests. */
const vitest = ["vitest", "run", "--maxWorkers=1"]

/** Commands on the page, and how the test runs them: only what can change is built and tested. */
const steps: { readonly [command: string]: ReadonlyArray<ReadonlyArray<string>> } = {
  "pnpm new-resource vendors": [["node", "scripts/new-resource.ts", "vendors"]],
  "pnpm build": [["tsc", "--build", "apps/api", "packages/conformance-tests"]],
  "pnpm goldens": [
    ["node", "scripts/registers.ts"],
    [...vitest, "goldens", "plans", "--update", "-t", "docs/|query plans"],
  ],
  "pnpm typecheck": [["tsc", "--build"]],
  "pnpm lint": [["biome", "ci", "--error-on-warnings", "WRITTEN"]],
  "pnpm test": [
    [
      ...[...vitest, "domain/src/vendors", "roles/rules", "registers", "scripts/tidy.test"],
      ...["schema.test", "resources.test", "storage/test/suite.test", "openapi-client"],
      "scripts/front-door",
      ...["-t", tests.join("|")],
    ],
  ],
}

describe("docs/adding-a-resource.md, from empty to green", () => {
  let folder = ""
  let before: ReadonlyMap<string, string>
  let written: ReadonlyArray<string> = []

  beforeAll(async () => {
    folder = await copyWorkspace()
    before = filesOf(folder)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const writtenSince = () => {
    const now = [...filesOf(folder)]
    const files = now.flatMap(([path]) => (before.has(path) ? [] : [path]))
    const isEdit = (path: string, text: string) => before.has(path) && before.get(path) !== text
    const edits = now.flatMap(([path, text]) => (isEdit(path, text) ? [path] : []))
    return { files, edits }
  }

  test("has these steps, in this order", () => {
    const commands = fencesOf(page).filter(({ language }) => language === "text")
    expect(commands[0]?.code.trim().split("\n")).toEqual(Object.keys(steps))
  })

  test.each([
    ["--help", 0, "Usage: pnpm new-resource NAME"],
    ["", 2, "Give one name."],
    ["vendors customers", 2, "Give one name."],
    ["--plural vendors", 2, "Unknown option '--plural'"],
    ["Vendors", 2, "is not a resource's name"],
    ["budgets", 2, "budgets is a resource already: see packages/domain/src/budgets."],
    ["movements", 2, "movements is a table already: see packages/domain/src/core/records.ts."],
    ["expenses", 2, "is a name of packages/http-contract/src/expenses.ts already: choose another."],
  ])("new-resource %s writes nothing", async (args, status, sentence) => {
    const words = args.split(" ").filter((word) => word !== "")
    const ended = await run(folder, "node", "scripts/new-resource.ts", ...words)
    expect(ended.output).toContain(sentence)
    expect(ended.output).not.toMatch(/^\s+at /mu)
    expect(ended.status).toBe(status)
    expect(writtenSince()).toEqual({ files: [], edits: [] })
  })

  test.each(Object.entries(steps))("%s", async (step, commands) => {
    for (const [program = "", ...words] of commands) {
      const sources = written.filter((path) => path.endsWith(".ts"))
      const args = words.flatMap((word) => (word === "WRITTEN" ? sources : [word]))
      const { status, output } = await run(folder, program, ...args)
      expect(status, `${program} ${args.join(" ")}\n${output.slice(-4_000)}`).toBe(0)
    }
    if (step === "pnpm new-resource vendors") written = Object.values(writtenSince()).flat()
  })

  test("takes at most 8 new files and 5 edits, each of them on the page", () => {
    const machines = registers(folder).map(({ path }) => path)
    const golden = /^docs\/(openapi\.json|endpoints\.txt)$|\/test\/plans\/\w+\.txt$/u
    const byHand = (paths: ReadonlyArray<string>) =>
      paths.filter((path) => !golden.test(path) && !machines.includes(path)).toSorted()
    const now = writtenSince()
    const [files, edits] = [byHand(now.files), byHand(now.edits)]
    expect(byHand(written)).toEqual([...files, ...edits].toSorted())
    expect(files.length, files.join("\n")).toBeLessThanOrEqual(8)
    expect(edits.length, edits.join("\n")).toBeLessThanOrEqual(5)
    const named = (path: string) =>
      path.replace(/\d{4}-vendors/u, "NNNN-vendors").replaceAll("vendors", "<resource>")
    for (const path of [...files, ...edits]) expect(page).toContain(`\`${named(path)}\``)
    for (const path of machines) expect(page).toContain(`\`${path}\``)
  })

  describe("serves the resource", () => {
    let served: Served
    let business = ""
    const tokens: { [role: string]: string } = {}

    const call = async (token: string, method: string, path: string, body?: object) => {
      const response = await fetch(`${served.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, body: text === "" ? null : JSON.parse(text) }
    }

    beforeAll(async () => {
      served = await serveProduct(join(folder, "apps/api/dist/main.js"))
      const operator = served.operatorToken
      const made = await call(operator, "POST", "/operator/v1/businesses", { name: "Harbour" })
      business = `/v1/businesses/${made.body.client_id}`
      for (const { id, name } of made.body.roles) {
        const path = `/operator${business}/tokens`
        const { body } = await call(operator, "POST", path, { name, role_id: id })
        tokens[name] = body.token
      }
    })
    afterAll(() => served?.stop())

    test("created, listed by a filter, read, changed and deleted, with events", async () => {
      const token = tokens["Admin"] ?? ""
      const all = `${business}/vendors`
      const created = await call(token, "POST", all, { name: "Rail" })
      expect(created).toMatchObject({ status: 201, body: { name: "Rail", is_enabled: true } })
      const each = `${all}/${created.body.id}`
      expect(await call(token, "GET", each)).toEqual({ status: 200, body: created.body })
      const changed = await call(token, "PATCH", each, { is_enabled: false })
      expect(changed).toMatchObject({ status: 200, body: { name: "Rail", is_enabled: false } })
      for (const [query, count] of [
        ["", 1],
        ["?is_enabled=false", 1],
        ["?is_enabled=true", 0],
      ]) {
        const { status, body } = await call(token, "GET", `${all}${query}`)
        expect([status, body.count, body.results.length]).toEqual([200, count, count])
      }
      expect((await call(token, "DELETE", each)).status).toBe(204)
      expect((await call(token, "GET", each)).status).toBe(404)
      const events = await call(token, "GET", `${business}/events?type=vendor.updated`)
      expect(events.body.results).toMatchObject([
        { type: "vendor.updated", data: changed.body, previous: { is_enabled: true } },
      ])
    })

    test("403 without the permission", async () => {
      const member = await call(tokens["Team Member"] ?? "", "GET", `${business}/vendors`)
      expect(member).toMatchObject({ status: 403, body: { code: "permission_denied" } })
      const accountant = tokens["Accountant"] ?? ""
      expect((await call(accountant, "GET", `${business}/vendors`)).status).toBe(200)
      const refused = await call(accountant, "POST", `${business}/vendors`, { name: "Rail" })
      expect(refused).toMatchObject({ status: 403, body: { code: "permission_denied" } })
    })
  })
})
