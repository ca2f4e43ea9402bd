/**
 * Generates the clients of docs/other-languages.md from the contract and runs its programs with
 * them. If a generator is not installed in the documented version, its test is skipped and reports
 * it.
 */
import { spawnSync } from "node:child_process"
import { readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { fencesOf, showsText } from "./documents.ts"
import { serveProduct } from "./served.ts"
import { temporaryFolder } from "./temporary.ts"

const root = join(import.meta.dirname, "..")
const page = readFileSync(join(root, "docs/other-languages.md"), "utf8")

const settings: NodeJS.ProcessEnv = { ...process.env }

/** Fenced blocks of one section of the page. */
const section = (title: string) => {
  const text = page.split(/^## /mu).find((each) => each.startsWith(`${title}\n`)) ?? ""
  const fences = fencesOf(text)
  const code = (language: string) => fences.find((fence) => fence.language === language)?.code ?? ""
  const commands = fences.flatMap(({ language, code }) =>
    language === "text" ? code.trim().split("\n") : [],
  )
  const generate = commands.find((line) => /^\S+ -?-?generate /u.test(line)) ?? ""
  return { program: code(title.toLowerCase()), yaml: code("yaml"), generate, output: fences.at(-1) }
}

const run = (folder: string, line: string, env: NodeJS.ProcessEnv = {}) => {
  const options = { cwd: folder, encoding: "utf8", env: { ...process.env, ...env } } as const
  const { status, stdout, stderr } = spawnSync("bash", ["-c", line], options)
  expect(status, `${line}\n${stdout}${stderr}`).toBe(0)
  return stdout
}

/**
 * True if the tool is installed in the version of the page; otherwise prints that its test is
 * skipped.
 */
const isAtHand = (language: string, probe: string, version: RegExp): boolean => {
  const { stdout, status } = spawnSync("bash", ["-c", probe], { encoding: "utf8" })
  const found = status === 0 && version.test(stdout)
  if (!found) console.log(`left out: the tools that docs/other-languages.md names for ${language}`)
  expect(found || settings["OUTLAY_CLIENTS"] !== "required").toBe(true)
  return found
}

/** Fields of a created token that are needed here. */
interface Made {
  readonly roles: ReadonlyArray<{ readonly id: string; readonly name: string }>
  readonly token: string
}

/**
 * Creates a folder with the client and starts a service with one business; returns the output of
 * the program.
 */
const tutorial = async (
  { generate, yaml }: ReturnType<typeof section>,
  name: string,
  work: (folder: string, env: NodeJS.ProcessEnv) => string,
): Promise<string> => {
  const folder = temporaryFolder(`clients-${name}`)
  symlinkSync(join(root, "docs"), join(folder, "docs"), "dir")
  writeFileSync(join(folder, "python.yml"), yaml)
  run(folder, generate)
  const { url, operatorToken, stop } = await serveProduct()
  const post = async (path: string, body: object) => {
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${operatorToken}` }
    const init = { method: "POST", headers, body: JSON.stringify(body) }
    return (await fetch(`${url}/operator/v1/${path}`, init)).json() as Promise<Made>
  }
  try {
    const { roles } = await post("businesses", { name: "Harbour Pty Ltd" })
    const role_id = roles.find(({ name }) => name === "Admin")?.id
    const { token } = await post("businesses/1/tokens", { name: "Clients", role_id })
    const env = { OUTLAY_URL: url, OUTLAY_OPERATOR_TOKEN: operatorToken, TOKEN: token }
    return work(folder, env)
  } finally {
    await stop()
  }
}

test("Python", async () => {
  const python = section("Python")
  const probe = "openapi-python-client --version && python3 -c 'import httpx, attrs, dateutil'"
  if (!isAtHand("Python", probe, /\b0\.29\.0\b/u)) return
  const printed = await tutorial(python, "python", (folder, env) => {
    writeFileSync(join(folder, "tutorial.py"), python.program)
    return run(folder, "python3 tutorial.py", env)
  })
  expect(showsText(python.output?.code ?? "", printed), printed).toBe(true)
})

test("Go", async () => {
  const go = section("Go")
  if (!isAtHand("Go", "go version && oapi-codegen -version", /\bv?2\.8\.0\b/u)) return
  const printed = await tutorial(go, "go", (folder, env) => {
    writeFileSync(join(folder, "main.go"), go.program)
    // Without network access, GOPATH may contain the dependencies of the client.
    const isOffline = run(folder, "go env GO111MODULE").trim() === "off"
    if (!isOffline) run(folder, "go mod init example.com/tutorial && go mod tidy")
    return run(folder, isOffline ? "go run outlay.go main.go" : "go run .", env)
  })
  expect(showsText(go.output?.code ?? "", printed), printed).toBe(true)
})

test("the page names the versions that the test asks for, and the workflow installs them", () => {
  const workflow = readFileSync(join(root, ".github/workflows/clients.yml"), "utf8")
  for (const text of [page, workflow]) {
    expect(text).toContain("openapi-python-client==0.29.0 httpx attrs python-dateutil")
    expect(text).toContain("github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.0")
  }
  for (const language of ["Python", "Go"]) {
    const { program, generate, output } = section(language)
    expect(program.length).toBeGreaterThan(500)
    expect(generate).toContain("docs/openapi.json")
    expect(output?.code).toContain("580.25")
  }
})
