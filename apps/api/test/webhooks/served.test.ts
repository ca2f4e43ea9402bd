import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { until } from "../../../../scripts/until.ts"
import { workplace } from "../outlay.ts"
import { type Received, receiver } from "./receiver.ts"
import { type Serving, serving, teller } from "./served.ts"

const here = workplace()
afterAll(here.leave)

let service: Serving
beforeAll(async () => {
  service = await serving(here)
})
afterAll(() => service?.stop())

/** A receiver whose response can be changed during the test. */
const obedient = async (status = 204) => {
  const will: { status: number; headers: Record<string, string> } = { status, headers: {} }
  const { url, received } = await receiver((_, response) => {
    response.writeHead(will.status, will.headers).end()
  })
  const first = <A>(of: (one: Received) => A) => received.map(of)
  return {
    url,
    received,
    will,
    /** Returns the names of the policies received, in order. */
    names: () => first(({ body }) => JSON.parse(body).data.name as string),
    ids: () => first(({ headers }) => headers["webhook-id"] ?? ""),
    /** Waits for a number of requests. */
    requests: (times: number) =>
      until(`asked ${times} times`, () => received.length >= times && received),
  }
}

const signatures = ({ headers }: Received) => headers["webhook-signature"]?.split(" ") ?? []
const verified = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers)

/** Sets the service's clock to some milliseconds after an instant. */
const after = (instant: string, millis: number) =>
  service.clock(new Date(Date.parse(instant) + millis).toISOString())
const minute = 60_000
const day = 1440 * minute

describe("a webhook", () => {
  test("receives events in the order of the list, each once", async () => {
    const business = await teller(service)
    const { url, requests, received } = await obedient()
    const { id, secret } = await business.listen(url, ["policy.*", "webhook.updated"])
    for (const name of ["a", "b", "c"]) await business.policy(name)
    await business.ask("PATCH", `/webhooks/${id}`, { description: "Books" })
    await business.policy("d")
    await requests(5)
    const { results } = await business.ask("GET", "/events?limit=500")
    const expected = results.filter((event: { readonly type: string }) =>
      /^policy\.|^webhook\.updated$/u.test(event.type),
    )
    const events = received.map((each) => verified(secret, each))
    expect(events).toEqual(
      expected.map((event: { readonly created: string }) => ({
        ...event,
        timestamp: event.created,
      })),
    )
    expect(JSON.stringify(events)).not.toContain(secret)
    const log = await until("all is settled", async () => {
      const found = await business.deliveries(id)
      return found.every((_: { readonly status: string }) => _.status === "DELIVERED") && found
    })
    expect(log).toHaveLength(5)
    expect(log.at(-1)).toMatchObject({ attempts: 1, response_status: 204, error: null })
  })

  test("that fails is retried, and receives the rest in order once it responds", async () => {
    const business = await teller(service)
    const { url, requests, names, ids, will } = await obedient(500)
    const { id } = await business.listen(url, ["policy.created"])
    for (const name of ["a", "b", "c"]) await business.policy(name)
    await requests(1)
    const [head] = await until("the attempt is settled", async () => {
      const waiting = await business.deliveries(id)
      return waiting[0].attempts === 1 && waiting
    })
    const { last_attempt, next_attempt } = head
    expect(head).toMatchObject({
      status: "PENDING",
      response_status: 500,
      event_type: "policy.created",
    })
    const pause = Date.parse(next_attempt) - Date.parse(last_attempt)
    expect(pause).toBeGreaterThanOrEqual(5_000)
    expect(pause).toBeLessThanOrEqual(10_000)
    will.status = 503
    will.headers = { "retry-after": "3600" }
    await after(next_attempt, 0)
    await requests(2)
    const asksFor = await until("its Retry-After is recorded", async () => {
      const [last] = await business.deliveries(id)
      return last.attempts === 2 && Date.parse(last.next_attempt) - Date.parse(last.last_attempt)
    })
    expect(asksFor).toBeGreaterThan(59 * minute)
    will.status = 200
    await after(next_attempt, 58 * minute)
    await new Promise((done) => setTimeout(done, 2_500))
    expect(names()).toEqual(["a", "a"])
    await after(next_attempt, 62 * minute)
    await requests(5)
    expect(names()).toEqual(["a", "a", "a", "b", "c"])
    expect(new Set(ids().slice(0, 3)).size).toBe(1)
  })

  test("that fails for three days loses its events one by one", async () => {
    const business = await teller(service)
    const { url, requests, names, will } = await obedient(500)
    const { id } = await business.listen(url, ["policy.created"])
    await business.policy("a")
    await requests(1)
    const first = await until("the attempt is settled", async () => {
      const [found] = await business.deliveries(id)
      return found.attempts === 1 && found
    })
    await business.policy("b")
    await after(first.last_attempt, 3 * day - minute)
    await requests(2)
    const last = await until("the last attempt is planned", async () => {
      const [found] = await business.deliveries(id)
      return found.attempts === 2 && found
    })
    expect(last.status).toBe("PENDING")
    expect(Date.parse(last.next_attempt) - Date.parse(first.last_attempt)).toBeLessThanOrEqual(
      3 * day,
    )
    await after(last.next_attempt, minute)
    await requests(4)
    will.status = 200
    const [given] = await business.deliveries(id)
    expect(given).toMatchObject({ status: "FAILED", attempts: 3, next_attempt: null })
    expect(names()).toEqual(["a", "a", "a", "b"])
  })

  test("is signed with both secrets for a day after a rotation, then with one", async () => {
    const business = await teller(service)
    const { url, requests } = await obedient()
    const created = await business.listen(url, ["policy.created"])
    const rotated = await business.ask("PATCH", `/webhooks/${created.id}`, { rotate_secret: true })
    expect(rotated.secret).not.toBe(created.secret)
    await business.policy("a")
    const [during] = (await requests(1)) as [Received]
    expect(signatures(during)).toHaveLength(2)
    verified(created.secret, during)
    verified(rotated.secret, during)
    await after(rotated.updated, day + minute)
    await business.policy("b")
    const [, later] = (await requests(2)) as [Received, Received]
    expect(signatures(later)).toHaveLength(1)
    verified(rotated.secret, later)
    expect(() => verified(created.secret, later)).toThrow(/signature/u)
    for (const seen of [
      await business.ask("GET", "/events"),
      await business.ask("GET", "/webhooks"),
    ]) {
      expect(JSON.stringify(seen)).not.toContain("whsec_")
    }
  })

  test("that is gone is disabled, and resumes when enabled again", async () => {
    const business = await teller(service)
    const { url, requests, names, will } = await obedient(410)
    const { id } = await business.listen(url, ["policy.created"])
    await business.policy("a")
    await requests(1)
    await until("it is disabled", async () => {
      const { enabled } = await business.ask("GET", `/webhooks/${id}`)
      return !enabled
    })
    expect(await business.events("webhook.disabled")).toMatchObject([
      { actor: { type: "system" }, previous: { enabled: true } },
    ])
    expect(await business.deliveries(id)).toMatchObject([
      { status: "FAILED", response_status: 410 },
    ])
    await business.policy("b")
    will.status = 200
    await business.ask("PATCH", `/webhooks/${id}`, { enabled: true })
    await business.policy("c")
    await requests(2)
    expect(names()).toEqual(["a", "c"])
  })

  test("that gets another URL during a delivery receives it there at once", async () => {
    const arrived = Promise.withResolvers<void>()
    const changed = Promise.withResolvers<void>()
    const { url } = await receiver(async (_, response) => {
      arrived.resolve()
      await changed.promise
      response.writeHead(500).end()
    })
    const business = await teller(service)
    const { id } = await business.listen(url, ["policy.created"])
    await business.policy("a")
    await arrived.promise
    const other = await obedient()
    await business.ask("PATCH", `/webhooks/${id}`, { url: other.url })
    changed.resolve()
    await other.requests(1)
    const log = await until("it is settled", async () => {
      const found = await business.deliveries(id)
      return found[0].status === "DELIVERED" && found
    })
    // If the failure had counted, the retry would have waited for at least five seconds.
    expect(log).toMatchObject([{ attempts: 1, response_status: 204 }])
  })

  test("receives a delivery again on request, with the same id", async () => {
    const business = await teller(service)
    const { url, requests, names, ids } = await obedient()
    const { id } = await business.listen(url, ["policy.created"])
    await business.policy("a")
    await requests(1)
    const [{ id: delivery }] = await until("it is settled", async () => {
      const found = await business.deliveries(id)
      return found[0].status === "DELIVERED" && found
    })
    const again = await business.ask("POST", `/webhooks/${id}/deliveries/${delivery}/redeliver`)
    expect(again).toMatchObject({ id: delivery, status: "PENDING" })
    await requests(2)
    expect(names()).toEqual(["a", "a"])
    expect(ids()[0]).toBe(ids()[1])
  })

  test("that never responds does not delay other businesses", async () => {
    const silent = { arrived: Promise.withResolvers<void>(), isWaitedFor: true }
    const { url: nowhere } = await receiver((_, response) => {
      response.on("close", () => {
        silent.isWaitedFor = false
      })
      silent.arrived.resolve()
    })
    const dead = await teller(service)
    await dead.listen(nowhere, ["policy.created"])
    await dead.policy("a")
    await silent.arrived.promise
    const business = await teller(service)
    const { url, names, requests } = await obedient()
    await business.listen(url, ["policy.created"])
    for (let n = 0; n < 20; n++) await business.policy(String(n))
    await requests(20)
    expect(silent.isWaitedFor).toBe(true)
    expect(names()).toEqual(Array.from({ length: 20 }, (_, n) => String(n)))
  })
})

test("the log contains no secret and no URL, and reports failed deliveries", async () => {
  const { out, err } = service.text
  expect(err).toMatch(/was not delivered to webhook [\da-f-]{36} and will be retried at/u)
  expect(err).toMatch(/was not delivered to webhook [\da-f-]{36} and will not be retried/u)
  expect(`${out}${err}`).not.toMatch(/whsec_|\/hook/u)
})
