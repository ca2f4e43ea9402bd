import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { afterAll, expect } from "vitest"
import { until } from "../../../../scripts/until.ts"
import { ended, watched, type workplace } from "../outlay.ts"

const operatorToken = "operator-secret-of-webhooks"

/** What a test that fails leaves behind. */
const children: Array<ChildProcess> = []
afterAll(() => {
  for (const child of children) child.kill("SIGKILL")
})

/** The command itself: a sandbox that may send to loopback. */
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

  /** Asks as the operator, or with a token; answers the body of what must be a success. */
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    token = operatorToken,
    // biome-ignore lint/suspicious/noExplicitAny: whoever asks knows what the document is
  ): Promise<any> => {
    const type = typeof body === "string" ? "application/x-ndjson" : "application/json"
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": type },
      ...(body === undefined
        ? {}
        : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    })
    const answer = await response.text()
    expect([path, response.status, response.ok ? "" : answer]).toEqual([path, response.status, ""])
    return answer === "" ? null : JSON.parse(answer)
  }

  /** A business with a token that may do all. */
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

/** What a business does and sees of its webhooks; what it does makes events. */
export const teller = async (service: Serving) => {
  const { client_id, token } = await service.business()
  return of(service, client_id, token)
}

/** The same business, by a service that has taken over its data. */
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
    /** An event `policy.created` whose policy has this name. */
    policy: (name: string) => ask("POST", "/policies", { name }),
    /** Every event of a type, in order. */
    events: async (type: string): Promise<ReadonlyArray<{ readonly id: string }>> => {
      const all: Array<{ readonly id: string }> = []
      for (;;) {
        const page = await ask("GET", `/events?type=${type}&limit=500&offset=${all.length}`)
        all.push(...page.results)
        if (page.next === null) return all
      }
    },
    /** What was sent to a webhook and what waits, the latest first. */
    deliveries: async (webhook: string) =>
      (await ask("GET", `/webhooks/${webhook}/deliveries`)).results,
  }
}
