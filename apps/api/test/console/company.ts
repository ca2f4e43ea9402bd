import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { until } from "../../../../scripts/until.ts"
import { copyDemo } from "../demo.ts"
import { ended, watched, workplace } from "../outlay.ts"
import { openProvider } from "../sign-in/provider.ts"

export const operatorToken = "operator-token-of-a-test"

/** Users of the demo as whom the tests sign in, by role. */
const names = {
  admin: "Amelia Hart",
  accountant: "Priya Raman",
  manager: "Charlotte Nguyen",
  member: "Henry Lindqvist",
} as const

export type Person = keyof typeof names

interface Row {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly role_id: string
}

/** Serves the demo with its console, and creates a token for each of its users. */
export const openCompany = async () => {
  const here = workplace()
  const demo = await copyDemo(here)
  const provider = await openProvider()
  const variables = {
    ...{ OUTLAY_OPERATOR_TOKEN: operatorToken, OUTLAY_RATE_LIMIT: "off", OUTLAY_PROXIES: "1" },
    ...provider.variables,
  }
  const child = here.begin(["serve", "--port", "0"], variables)
  const text = watched(child)
  const url = await new Promise<string>((found, failed) => {
    child.once("exit", () => failed(new Error(text.err)))
    child.stdout?.on("data", () => {
      const line = /listening on (http:\S+)/u.exec(text.out)?.[1]
      if (line !== undefined) found(line)
    })
  })
  provider.begin(`${url}/oidc/callback`)
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the type of the response
  const send = async (method: string, path: string, token: string, body?: object): Promise<any> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "idempotency-key": crypto.randomUUID(),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(await response.text())
    return response.json()
  }
  const ask = (path: string, token: string, body?: object) =>
    send(body === undefined ? "GET" : "POST", path, token, body)
  /** Makes a change as another user elsewhere. */
  const change = (path: string, token: string, body: object) => send("PATCH", path, token, body)
  const put = (path: string, token: string, body: object) => send("PUT", path, token, body)
  const users = `/v1/businesses/${demo.client_id}/users?limit=500`
  const { results } = (await ask(users, demo.token)) as { results: ReadonlyArray<Row> }
  const tokens = {} as Record<Person, string>
  for (const [person, name] of Object.entries(names)) {
    const { id, role_id } = results.find((_) => _.name === name) as Row
    const path = `/operator/v1/businesses/${demo.client_id}/tokens`
    const issued = await ask(path, operatorToken, { name: person, role_id, user_id: id })
    tokens[person as Person] = (issued as { token: string }).token
  }
  /** Returns a single-use link that signs in as a user. */
  const linkFor = async (person: Person): Promise<string> => {
    const { email } = results.find((_) => _.name === names[person]) as Row
    const args = ["sign-in-link", "--business", String(demo.client_id), "--email", email]
    return (await here.document([...args, "--port", new URL(url).port])).url
  }
  /** Invites a person as an employee. */
  const invite = (email: string) => {
    const { role_id } = results.find((_) => _.name === names.member) as Row
    const invited = { email, role_id, payment_types: ["cards"] }
    return ask(`/v1/businesses/${demo.client_id}/invites`, demo.token, invited)
  }
  /** Returns the link that accepts an invite, from its message. */
  const inviteLink = (email: string) =>
    until("a link is in the mail", () => {
      const folder = here.path("data/mail")
      const texts = existsSync(folder)
        ? readdirSync(folder)
            .filter((name) => name.endsWith(".eml"))
            .map((name) => readFileSync(join(folder, name), "utf8"))
        : []
      const sent = texts.filter((text) => text.includes(email))
      const all = sent.map((text) => text.replaceAll("=\r\n", "").replaceAll("=3D", "="))
      return all.map((text) => /http:\S+#invite=\S+/u.exec(text)?.[0]).find(Boolean) ?? false
    })
  const close = async () => {
    child.kill("SIGTERM")
    await ended(child)
    await provider.stop()
    here.leave()
  }
  /** Returns the token of the sign-in link in the mail folder, as soon as it exists. */
  const linkToken = (): Promise<string> =>
    until("a sign-in link is in the mail", () => {
      const folder = here.path("data/mail")
      const files = existsSync(folder) ? readdirSync(folder) : []
      // A message that is still being written has another extension.
      for (const name of files.filter((_) => _.endsWith(".eml"))) {
        const text = readFileSync(join(folder, name), "utf8").replaceAll("=\r\n", "")
        const token = /sign-in#token=(?:3D)?([\w-]+)/u.exec(text)?.[1]
        if (token !== undefined) return token
      }
      return false
    })
  /** Sets the user who signs in at the provider from now on. */
  const atProvider = (email: string) => {
    provider.state.claims = { email, email_verified: true }
  }
  const emailOf = (person: Person) => results.find((_) => _.name === names[person])?.email ?? ""
  const userId = (person: Person) => results.find((_) => _.name === names[person])?.id
  const demoToken = demo.token
  return {
    ...{
      client_id: demo.client_id,
      url,
      tokens,
      demoToken,
      ask,
      change,
      put,
      userId,
      emailOf,
      atProvider,
    },
    ...{ linkToken, linkFor, invite, inviteLink, close },
  }
}
