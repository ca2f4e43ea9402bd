import { makeClient } from "@outlay/client"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Ann, startWithAnn } from "./ann.ts"
import { openBrowser } from "./browser.ts"

let world: Ann
beforeAll(async () => {
  world = await startWithAnn()
})
afterAll(() => world?.service.stop())

const category = (name: string) => ({ body: { name } })

describe("the session of a browser", () => {
  test("is a cookie for twelve hours, hidden from scripts and other sites", async () => {
    const { headers, body } = await openBrowser(world.service.url).signIn(await world.link())
    const secret = /^outlay_session=(outlay_[\w-]{43}); (.*)$/u.exec(
      headers.get("set-cookie") ?? "",
    )
    expect(secret?.[2]).toBe("Path=/; Max-Age=43200; HttpOnly; SameSite=Lax")
    expect(JSON.stringify(body)).not.toContain(secret?.[1])
    expect(Date.parse(body.expires_at) - Date.parse(body.created)).toBe(12 * 3_600_000)
    expect(headers.get("cache-control")).toBe("no-store")
  })

  test("acts for the user on the paths of the business, like a token", async () => {
    const { ask } = await world.signedIn()
    expect(await ask("GET", `${world.base}/me`)).toMatchObject({
      body: { user: { id: world.user_id } },
    })
    const made = await ask("POST", `${world.base}/categories`, category("By a session"))
    expect(made.status).toBe(201)
    const key = { "idempotency-key": "once" }
    const twice = [1, 2].map(() =>
      ask("POST", `${world.base}/categories`, { ...category("Once"), headers: key }),
    )
    const ids = (await Promise.all(twice)).map(({ body }) => body.id ?? body.code)
    expect(new Set(ids.filter((_) => _ !== "idempotency_key_in_use")).size).toBe(1)
    const events = await ask("GET", `${world.base}/events?type=category.created`)
    expect(events.body.results.at(-1).actor).toMatchObject({
      type: "token",
      user_id: world.user_id,
    })
  })

  test("has the current role of its user", async () => {
    const admin = await world.signedIn()
    const id = await world.makeUser("bo@example.com", "Team Member")
    const browser = openBrowser(world.service.url)
    await browser.signIn(await world.service.linkFor(world.client_id, id))
    expect((await browser.ask("GET", `${world.base}/webhooks`)).status).toBe(403)
    const path = `${world.base}/users/${id}`
    await admin.ask("PATCH", path, { body: { role_id: world.roles["Admin"] } })
    expect((await browser.ask("GET", `${world.base}/webhooks`)).status).toBe(200)
    await admin.ask("PATCH", path, { body: { role_id: world.roles["Team Member"] } })
    expect((await browser.ask("GET", `${world.base}/webhooks`)).status).toBe(403)
    await admin.ask("DELETE", path)
    expect((await browser.ask("GET", `${world.base}/me`)).status).toBe(401)
  })

  test("gives no access to other businesses or operator operations", async () => {
    const { ask } = await world.signedIn()
    const { client_id: other } = await world.operator.businesses.create({ body: { name: "Other" } })
    expect((await ask("GET", `/v1/businesses/${other}/me`)).status).toBe(403)
    expect((await ask("GET", "/operator/v1/businesses")).status).toBe(401)
  })
})

describe("a stolen or replayed link", () => {
  test("works once, also for concurrent requests", async () => {
    const token = await world.link()
    const statuses = await Promise.all(
      [1, 2, 3, 4].map(async () => (await openBrowser(world.service.url).signIn(token)).status),
    )
    expect(statuses.toSorted()).toEqual([201, 400, 400, 400])
    expect((await openBrowser(world.service.url).signIn(token)).body.code).toBe(
      "sign_in_link_not_valid",
    )
  })

  test("works for fifteen minutes, and is then refused like an unknown one", async () => {
    const [early, late] = [await world.link(), await world.link()]
    const now = Date.now()
    await world.operator.clock.set({ body: { now: new Date(now + 14 * 60_000).toISOString() } })
    expect((await openBrowser(world.service.url).signIn(early)).status).toBe(201)
    await world.operator.clock.set({ body: { now: new Date(now + 16 * 60_000).toISOString() } })
    const refused = await openBrowser(world.service.url).signIn(late)
    const unknown = await openBrowser(world.service.url).signIn(`outlay_${"A".repeat(43)}`)
    const { request_id: _, ...problem } = refused.body
    expect(unknown.body).toMatchObject(problem)
    expect(refused.status).toBe(400)
  })

  test("links, sessions and tokens cannot replace each other", async () => {
    const token = await world.link()
    const asToken = { cookie: null, headers: { authorization: `Bearer ${token}` } }
    const { ask, cookie } = await world.signedIn()
    expect((await ask("GET", `${world.base}/me`, asToken)).status).toBe(401)
    const secret = cookie()?.split("=")[1]
    const asBearer = { cookie: null, headers: { authorization: `Bearer ${secret}` } }
    expect((await ask("GET", `${world.base}/me`, asBearer)).status).toBe(401)
    const issued = await world.operator.tokens.create({
      params: { client_id: world.client_id },
      body: { name: "Scripts", role_id: world.roles["Admin"] ?? "" },
    })
    const asCookie = { cookie: `outlay_session=${issued.token}` }
    expect((await ask("GET", `${world.base}/me`, asCookie)).status).toBe(401)
    expect((await ask("GET", "/sign-in", asCookie)).body.session).toBe(null)
  })
})

describe("the link of an invite", () => {
  const names = { first_name: "Sam", last_name: "Ito" }
  const invite = async (email: string) => {
    const body = { email, role_id: world.roles["Team Member"], payment_types: ["cards"] }
    const { ask } = await world.signedIn()
    return (await ask("POST", `${world.base}/invites`, { body })).body.id as number
  }
  const accept = (token: string, browser = openBrowser(world.service.url)) =>
    browser.ask("POST", "/sign-in/invites", { body: { token, ...names } })

  test("creates a user who is signed in, once, also for concurrent requests", async () => {
    const token = await world.service.linkForInvite(
      world.client_id,
      await invite("sam@example.com"),
    )
    const browser = openBrowser(world.service.url)
    const responses = await Promise.all([accept(token, browser), accept(token), accept(token)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
    const opened = responses.find(({ status }) => status === 201)
    const { ask } = await world.signedIn()
    const user = await ask("GET", `${world.base}/users/${opened?.body.user_id}`)
    expect(user.body).toMatchObject({ ...names, email: "sam@example.com", role: "Team Member" })
    const events = await ask("GET", `${world.base}/events?type=invite.accepted`)
    expect(events.body.results[0].actor).toMatchObject({ token_id: opened?.body.id })
    if (browser.cookie() !== null) {
      const me = await browser.ask("GET", `${world.base}/me`)
      expect(me.body.user.email).toBe("sam@example.com")
    }
  })

  test("cannot be used as a sign-in link, or vice versa", async () => {
    const token = await world.service.linkForInvite(
      world.client_id,
      await invite("kim@example.com"),
    )
    expect((await openBrowser(world.service.url).signIn(token)).status).toBe(400)
    expect((await accept(await world.link())).status).toBe(400)
    expect((await accept(token)).status).toBe(201)
  })

  test("has no effect after the invite was cancelled, or if its address has a user", async () => {
    const id = await invite("lou@example.com")
    const cancelled = await world.service.linkForInvite(world.client_id, id)
    const taken = await world.service.linkForInvite(
      world.client_id,
      await invite("max@example.com"),
    )
    const { ask } = await world.signedIn()
    await ask("DELETE", `${world.base}/invites/${id}`)
    await world.makeUser("MAX@example.com")
    for (const token of [cancelled, taken]) {
      const refused = await accept(token)
      expect([refused.status, refused.body.code]).toEqual([400, "sign_in_link_not_valid"])
      expect(refused.headers.get("set-cookie")).toBe(null)
    }
  })

  test("cannot be used by another site", async () => {
    const token = await world.service.linkForInvite(
      world.client_id,
      await invite("ned@example.com"),
    )
    const forged = await openBrowser(world.service.url).ask("POST", "/sign-in/invites", {
      ...{ origin: "https://evil.example", body: { token, ...names } },
    })
    expect(forged.status).toBe(403)
    expect((await accept(token)).status).toBe(201)
  })
})

describe("session fixation", () => {
  test("signing in creates a new secret, regardless of the browser's cookie", async () => {
    const browser = openBrowser(world.service.url)
    const planted = `outlay_session=outlay_${"B".repeat(43)}`
    const body = { token: await world.link() }
    const { headers } = await browser.ask("POST", "/sign-in/sessions", { cookie: planted, body })
    expect(headers.get("set-cookie")).toMatch(/^outlay_session=outlay_[\w-]{43};/u)
    expect(browser.cookie()).not.toBe(planted)
    expect((await browser.ask("GET", `${world.base}/me`, { cookie: planted })).status).toBe(401)
  })

  test("two cookies of the same name are both refused", async () => {
    const [mine, theirs] = [await world.signedIn(), await world.signedIn()]
    const cookie = `${mine.cookie()}; ${theirs.cookie()}`
    expect((await mine.ask("GET", `${world.base}/me`, { cookie })).status).toBe(401)
  })
})

const foreign = [
  ["missing", null],
  ["another site", "https://evil.example"],
  ["a site whose name contains ours", "http://127.0.0.1.evil.example"],
  ["another port", "http://127.0.0.1:1"],
  ["opaque", "null"],
] as const

describe("the origin of a write with a cookie", () => {
  test.each(foreign)("%s is refused, and changes nothing", async (_, origin) => {
    const { ask } = await world.signedIn()
    const before = await ask("GET", `${world.base}/categories?limit=500`)
    for (const [method, path] of [
      ["POST", "/categories"],
      ["PATCH", "/me"],
      ["DELETE", "/me/sessions"],
    ] as const) {
      const refused = await ask(method, world.base + path, { origin, body: { name: "Forged" } })
      expect([refused.status, refused.body.code]).toEqual([403, "foreign_origin"])
    }
    expect((await ask("GET", `${world.base}/categories?limit=500`)).body).toEqual(before.body)
  })

  test.each(foreign)("%s signs no one in: login CSRF", async (_, origin) => {
    const browser = openBrowser(world.service.url)
    const token = await world.link()
    const forged = await browser.ask("POST", "/sign-in/sessions", { origin, body: { token } })
    expect([forged.status, forged.headers.get("set-cookie")]).toEqual([403, null])
    const response = await browser.ask("POST", "/sign-in/links", {
      ...{ origin, body: { email: "ann@example.com" } },
    })
    expect(response.status).toBe(403)
    expect((await browser.signIn(token)).status).toBe(201)
  })

  test("forms cannot sign in either: only JSON is accepted", async () => {
    const headers = { "content-type": "text/plain" }
    const body = JSON.stringify({ token: await world.link() })
    const { status } = await openBrowser(world.service.url).ask("POST", "/sign-in/sessions", {
      ...{ headers, body },
    })
    expect(status).toBe(415)
  })

  test("a token in the Authorization header requires no origin", async () => {
    const issued = await world.operator.tokens.create({
      params: { client_id: world.client_id },
      body: { name: "Scripts", role_id: world.roles["Admin"] ?? "" },
    })
    const client = makeClient({ baseUrl: world.service.url, token: issued.token }).promise
    const made = await client.categories.create({
      params: { client_id: world.client_id },
      body: { name: "Plain" },
    })
    expect(made.name).toBe("Plain")
  })
})

describe("open redirect", () => {
  const elsewhere = [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "budgets",
    "/a\nb",
    "/ b",
    "/é",
    "",
  ]
  test.each(elsewhere)("%j is refused as a path", async (return_to) => {
    const body = { email: "ann@example.com", return_to }
    const refused = await openBrowser(world.service.url).ask("POST", "/sign-in/links", { body })
    expect(refused.status).toBe(400)
    expect(refused.body.errors[0].pointer).toBe("/return_to")
  })
})

describe("the existence of an account", () => {
  test("is not revealed by the response", async () => {
    const ask = (email: string) =>
      openBrowser(world.service.url).ask("POST", "/sign-in/links", { body: { email } })
    const [known, unknown] = [await ask("ann@example.com"), await ask("nobody@example.com")]
    expect([known.status, known.body]).toEqual([202, null])
    expect([unknown.status, unknown.body]).toEqual([202, null])
    const names = (headers: Headers) => [...headers.keys()].toSorted()
    expect(names(unknown.headers)).toEqual(names(known.headers))
  })

  test("is not revealed by the rate limit: every address has the same", async () => {
    for (const email of ["ann2@example.com", "nobody2@example.com"]) {
      const browser = openBrowser(world.service.url)
      const body = { email }
      const statuses = []
      for (let n = 0; n < 6; n++) {
        const { status } = await browser.ask("POST", "/sign-in/links", { body })
        statuses.push(status)
      }
      expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
      const shouted = { body: { email: email.toUpperCase() } }
      const limited = await browser.ask("POST", "/sign-in/links", shouted)
      expect(limited.body.code).toBe("too_many_sign_in_links")
      expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0)
    }
  })
})

describe("an ended session", () => {
  test("stops working at once, and its cookie is removed", async () => {
    const browser = await world.signedIn()
    const cookie = browser.cookie()
    const path = `${world.base}/me/sessions/${browser.session}`
    const { headers } = await browser.ask("DELETE", path)
    expect(headers.get("set-cookie")).toBe(
      "outlay_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
    )
    expect((await browser.ask("GET", `${world.base}/me`, { cookie })).status).toBe(401)
    const write = await browser.ask("POST", `${world.base}/categories`, {
      cookie,
      ...category("No"),
    })
    expect(write.status).toBe(401)
    expect((await browser.ask("DELETE", path, { cookie })).status).toBe(401)
  })

  test("signing out everywhere ends all sessions of the user, and no others", async () => {
    const id = await world.makeUser("cy@example.com")
    const other = openBrowser(world.service.url)
    await other.signIn(await world.service.linkFor(world.client_id, id))
    const [first, second] = [await world.signedIn(), await world.signedIn()]
    expect((await first.ask("DELETE", `${world.base}/me/sessions/${second.session}`)).status).toBe(
      204,
    )
    expect((await second.ask("GET", `${world.base}/me`)).status).toBe(401)
    const third = await world.signedIn()
    const foreign = await other.ask("DELETE", `${world.base}/me/sessions/${third.session}`)
    expect(foreign.status).toBe(404)
    expect((await first.ask("DELETE", `${world.base}/me/sessions`)).status).toBe(204)
    expect((await third.ask("GET", `${world.base}/me`)).status).toBe(401)
    expect((await other.ask("GET", `${world.base}/me`)).status).toBe(200)
    expect((await other.ask("GET", `${world.base}/me/sessions`)).body.count).toBe(1)
  })

  test("expires after twelve hours", async () => {
    const browser = await world.signedIn()
    const { body } = await browser.ask("GET", "/sign-in")
    const end = Date.parse(body.session.expires_at)
    await world.operator.clock.set({ body: { now: new Date(end - 60_000).toISOString() } })
    expect((await browser.ask("GET", `${world.base}/me`)).status).toBe(200)
    await world.operator.clock.set({ body: { now: new Date(end).toISOString() } })
    const over = await browser.ask("GET", `${world.base}/me`)
    expect([over.status, over.body.detail]).toEqual([401, "The session has ended. Sign in again."])
    expect((await browser.ask("GET", "/sign-in")).body.session).toBe(null)
  })
})

test("sign-in requests accept no idempotency key and no dry run", async () => {
  const browser = openBrowser(world.service.url)
  const body = { email: "ann@example.com" }
  const keyed = await browser.ask("POST", "/sign-in/links", {
    ...{ body, headers: { "idempotency-key": "k" } },
  })
  expect([keyed.status, keyed.body.code]).toEqual([400, "invalid_idempotency_key"])
  const dry = await browser.ask("POST", "/sign-in/links?dry_run=true", { body })
  expect([dry.status, dry.body.code]).toEqual([400, "unknown_parameter"])
})
