import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { afterAll, expect } from "vitest"
import { until } from "../../../../scripts/until.ts"
import { ended, watched, type workplace } from "../outlay.ts"

const operatorToken = "operator-secret-of-webhooks"

/** Processes that a failed test leaves behind. */
const children: Array<ChildProcess> = []
afterAll(() => {
  for (const child of children) child.kill("SIGKILL")
})

/** Starts the command as a sandbox that may send to loopback. */
export const serving = async ({ begin }: ReturnType<typeof workplace>) => {
  const flags = ["--sandbox", "--webhook-private-targets", "--rate-limit", "off", "--log", "json"]
  const child = begin(["serve", "--port", "0", ...flags], { OUTLAY_OPERATOR_TOKEN: operatorToken })
  children.push(child)
  const exit = ended(child)
  const text = watched(child)
  const url = await until("the service listens", () => {
    if (child.exitCode !== null) throw new Error(text.err)
    return /^outlay listening on (\S+)$/mu.exec(text.out)?.[1] ?? false
  })

  /** Sends a request as the operator or with a token. Returns the body of a successful response. */
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    token = operatorToken,
    // biome-ignore lint/suspicious/noExplicitAny: the caller knows the type of the response
  ): Promise<any> => {
    const type = typeof body === "string" ? "application/x-ndjson" : "application/json"
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": type },
      ...(body === undefined
        ? {}
        : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    })
    const responseText = await response.text()
    expect([path, response.status, response.ok ? "" : responseText]).toEqual([
      path,
      response.status,
      "",
    ])
    return responseText === "" ? null : JSON.parse(responseText)
  }

  /** Creates a business with an Admin token. */
  const business = async () => {
    const { client_id, roles } = await ask("POST", "/operator/v1/businesses", { name: "Told" })
    const admin = roles.find((role: { readonly name: string }) => role.name === "Admin")
    const path = `/operator/v1/businesses/${client_id}`
    const { token } = await ask("POST", `${path}/tokens`, { name: "Test", role_id: admin.id })
    return { client_id: client_id as number, token: token as string }
  }

  return {
    url,
    text,
    ask,
    business,
    clock: (now: string) => ask("PUT", "/operator/v1/clock", { now }),
    stop: async (signal: NodeJS.Signals = "SIGTERM") => {
      child.kill(signal)
      const code = await exit
      if (!child.stdout?.destroyed) await once(child.stdout as NodeJS.EventEmitter, "close")
      return code
    },
  }
}

export type Serving = Awaited<ReturnType<typeof serving>>

/** Creates a business whose actions cause events, with functions to read its webhooks. */
export const teller = async (service: Serving) => {
  const { client_id, token } = await service.business()
  return of(service, client_id, token)
}

/** Returns the same business on a service that has taken over its data. */
export const of = (service: Serving, client_id: number, token: string) => {
  const own = `/v1/businesses/${client_id}`
  const ask = (method: string, path: string, body?: unknown) =>
    service.ask(method, `${own}${path}`, body, token)
  return {
    client_id,
    token,
    ask,
    listen: (url: string, event_types: ReadonlyArray<string>) =>
      ask("POST", "/webhooks", { url, event_types }),
    /** Causes an event `policy.created` for a policy of this name. */
    policy: (name: string) => ask("POST", "/policies", { name }),
    /** Returns every event of a type, in order. */
    events: async (type: string): Promise<ReadonlyArray<{ readonly id: string }>> => {
      const all: Array<{ readonly id: string }> = []
      for (;;) {
        const page = await ask("GET", `/events?type=${type}&limit=500&offset=${all.length}`)
        all.push(...page.results)
        if (page.next === null) return all
      }
    },
    /** Returns the sent and pending deliveries of a webhook, latest first. */
    deliveries: async (webhook: string) =>
      (await ask("GET", `/webhooks/${webhook}/deliveries`)).results,
  }
}
