import { readFile } from "node:fs/promises"
import { parseArgs } from "node:util"
import { type Binding, bindingOf, claimFaults, noBinding, WrongBinding } from "../http/bindings.ts"
import type { Profile } from "../http/check.ts"
import { destinationFaults } from "./destinations.ts"
import { exits } from "./exit.ts"
import { expectedIn } from "./expectations.ts"
import { CommandFailed, tryThis } from "./failure.ts"
import { type Form, forms } from "./forms.ts"
import { profilesNamed } from "./profile-names.ts"

/** Way in which state is created in the target. */
type Provisioning =
  | { readonly kind: "operator"; readonly token: string; readonly url: string | undefined }
  | { readonly kind: "command"; readonly command: string }
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "context"; readonly file: string }

export interface RunArguments {
  readonly baseUrl: string | undefined
  readonly provisioning: Provisioning
  readonly profiles: ReadonlyArray<Profile>
  readonly only: ReadonlyArray<string>
  readonly sections: ReadonlyArray<string>
  readonly operations: ReadonlyArray<string> | undefined
  readonly tokens: string | undefined
  readonly seed: number
  readonly jobs: number
  readonly timeout: number
  readonly forms: ReadonlyArray<Form>
  readonly out: string
  readonly binding: Binding
  readonly expected: ReadonlySet<string>
  readonly json: boolean
}

const runOptions = {
  "base-url": { type: "string" },
  "operator-token": { type: "string" },
  "operator-url": { type: "string" },
  provisioner: { type: "string" },
  "provision-url": { type: "string" },
  context: { type: "string" },
  profile: { type: "string", default: "core" },
  only: { type: "string", default: "" },
  section: { type: "string", default: "" },
  operations: { type: "string" },
  tokens: { type: "string" },
  seed: { type: "string", default: "42" },
  jobs: { type: "string", default: "8" },
  timeout: { type: "string", default: "10" },
  report: { type: "string", default: "" },
  out: { type: "string", default: "results" },
  binding: { type: "string" },
  "expected-failures": { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const

const parse = (args: ReadonlyArray<string>) =>
  parseArgs({ args: [...args], options: runOptions, strict: true, allowPositionals: false }).values
type Values = ReturnType<typeof parse>

/** All errors in the arguments, in the order of the options. */
type Faults = Array<string>

const parts = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")

const chosenProfiles = (text: string, faults: Faults): ReadonlyArray<Profile> => {
  const named = profilesNamed(parts(text))
  faults.push(...named.faults)
  return named.profiles
}

const chosenForms = (text: string, faults: Faults): ReadonlyArray<Form> =>
  parts(text).flatMap((name) => {
    const found = forms.find((form) => form === name)
    if (found === undefined) faults.push(`--report: there is no "${name}" (${forms.join(", ")})`)
    return found ?? []
  })

const wholeNumber = (name: string, text: string, least: number, faults: Faults): number => {
  const value = Number(text)
  const fits = /^\d+$/u.test(text) && value >= least && Number.isSafeInteger(value)
  if (!fits) faults.push(`--${name}: a whole number of at least ${least}, not "${text}"`)
  return value
}

/** Returns the error in an address; null if it is valid. */
const faultOf = (name: string, text: string): string | null => {
  const url = URL.parse(text)
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    return `an http or https URL, not "${text}"`
  }
  // The address of a custom provisioner is used unchanged.
  if (name === "provision-url") return null
  if (url.username !== "" || url.password !== "") return "a URL without a user or a password"
  return url.search === "" && url.hash === "" ? null : "a URL without a query and without a #"
}

const addresses = ["base-url", "operator-url", "provision-url"] as const

const provisioningOf = (values: Values, faults: Faults): Provisioning | null => {
  const { "operator-token": token, provisioner: command, context: file } = values
  const url = values["provision-url"]
  const given: ReadonlyArray<Provisioning> = [
    ...(token === undefined
      ? []
      : [{ kind: "operator" as const, token, url: values["operator-url"] }]),
    ...(command === undefined ? [] : [{ kind: "command" as const, command }]),
    ...(url === undefined ? [] : [{ kind: "url" as const, url }]),
    ...(file === undefined ? [] : [{ kind: "context" as const, file }]),
  ]
  const ways = "--operator-token, --provisioner, --provision-url or --context"
  if (given.length === 0)
    faults.push(`The suite needs a way to create test data: give one of ${ways}`)
  if (given.length > 1) faults.push(`give only one of ${ways}`)
  if (token !== undefined && values["base-url"] === undefined) {
    faults.push("--base-url: needed with --operator-token, as in http://127.0.0.1:8080")
  }
  return given[0] ?? null
}

const readText = async (name: string, file: string): Promise<string> => {
  try {
    return await readFile(file, "utf8")
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CommandFailed(exits.configuration, `--${name}: ${why}`)
  }
}

const readBinding = async (file: string | undefined): Promise<Binding> => {
  if (file === undefined) return noBinding
  const text = await readText("binding", file)
  try {
    return bindingOf(JSON.parse(text))
  } catch (error) {
    const readable = error instanceof WrongBinding || error instanceof SyntaxError
    if (!readable) throw error
    throw new CommandFailed(exits.configuration, `--binding ${file}: ${error.message}`)
  }
}

const valuesOf = (args: ReadonlyArray<string>): Values => {
  try {
    return parse(args)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CommandFailed(exits.configuration, why, tryThis("run --help"))
  }
}

/** Parses the arguments of `run` and reports all errors at once; null if help is requested. */
export const runArguments = async (args: ReadonlyArray<string>): Promise<RunArguments | null> => {
  const values = valuesOf(args)
  if (values.help) return null
  const faults: Faults = []
  for (const name of addresses) {
    const text = values[name]
    const fault = text === undefined ? null : faultOf(name, text)
    if (fault !== null) faults.push(`--${name}: ${fault}`)
  }
  const provisioning = provisioningOf(values, faults)
  const operations = values.operations === undefined ? undefined : parts(values.operations)
  if (operations !== undefined) {
    faults.push(...claimFaults(operations).map((fault) => `--operations: ${fault}`))
  }
  const parsed = {
    profiles: chosenProfiles(values.profile, faults),
    forms: chosenForms(values.report, faults),
    seed: wholeNumber("seed", values.seed, 0, faults),
    jobs: wholeNumber("jobs", values.jobs, 1, faults),
    timeout: wholeNumber("timeout", values.timeout, 1, faults) * 1000,
  }
  const out = parsed.forms.length === 0 ? null : values.out
  faults.push(...(await destinationFaults({ out, tokens: values.tokens })))
  if (faults.length > 0) {
    throw new CommandFailed(exits.configuration, faults.join("\n"), tryThis("run --help"))
  }
  const list = values["expected-failures"]
  return {
    ...parsed,
    baseUrl: values["base-url"],
    provisioning: provisioning as Provisioning,
    only: parts(values.only),
    sections: parts(values.section),
    operations,
    tokens: values.tokens,
    out: values.out,
    binding: await readBinding(values.binding),
    expected: expectedIn(list === undefined ? "" : await readText("expected-failures", list)),
    json: values.json,
  }
}
