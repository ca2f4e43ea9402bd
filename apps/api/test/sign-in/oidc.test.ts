import { makeOperatorClient } from "@outlay/client"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { type Service, startService } from "../service.ts"
import { openJourney } from "./journey.ts"
import { type Claims, openProvider } from "./provider.ts"

let service: Service
let provider: Awaited<ReturnType<typeof openProvider>>
let client_id: number
let user_id: number
let role_id: string

const operator = () =>
  makeOperatorClient({ baseUrl: service.url, token: service.operatorToken }).promise

const makeUser = async (email: string, of = client_id, role = role_id) => {
  const names = { first_name: "Ann", last_name: "Lee", payment_types: ["cards"] as const }
  const user = { ...names, email, role_id: role }
  return (await operator().users.create({ params: { client_id: of }, body: user })).id
}

const makeBusiness = async (name: string) => {
  const { client_id: id, roles } = await operator().businesses.create({ body: { name } })
  return { id, admin: roles.find((_) => _.name === "Admin")?.id ?? "" }
}

beforeAll(async () => {
  provider = await openProvider()
  service = await startService(":memory:", undefined, { oidc: provider.settings })
  provider.begin(`${service.url}/oidc/callback`)
  const { id, admin } = await makeBusiness("Acme")
  client_id = id
  role_id = admin
  user_id = await makeUser("ann@example.com")
})
afterAll(async () => {
  await service?.stop()
  await provider?.stop()
})

const ann: Claims = { email: "Ann@example.com", email_verified: true }
beforeEach(() => {
  provider.state.claims = ann
  provider.state.error = null
})

const openBrowser = () => openJourney(service.url)

/** Returns a URL with one parameter changed. */
const altered = (url: string, name: string, value: string): string => {
  const changed = new URL(url)
  changed.searchParams.set(name, value)
  return changed.href
}

const failed = (reason: string) => `/sign-in?failed=${reason}`

/** Opens a callback URL. Returns the redirect, and checks that no one is signed in. */
const refusedAt = async (browser: ReturnType<typeof openBrowser>, returned: string) => {
  const { next } = await browser.open(returned)
  expect(browser.cookies().has("outlay_session")).toBe(false)
  return next?.replace(service.url, "")
}

describe("signing in with the provider", () => {
  test("opens a session for the user with the verified address", async () => {
    const browser = openBrowser()
    const { arrived, response } = await browser.signIn("?return_to=/budgets")
    expect(arrived).toBe("/sign-in?return_to=%2Fbudgets")
    expect(response.headers.get("cache-control")).toBe("no-store")
    expect(response.headers.get("referrer-policy")).toBe("no-referrer")
    expect(response.headers.getSetCookie().map((_) => _.replace(/outlay_[\w-]{43}/u, "…"))).toEqual(
      [
        "outlay_oidc=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
        "outlay_session=…; Path=/; Max-Age=43200; HttpOnly; SameSite=Lax",
      ],
    )
    const cookie = `outlay_session=${browser.cookies().get("outlay_session")}`
    const offer = await fetch(`${service.url}/sign-in`, { headers: { cookie } })
    expect(await offer.json()).toMatchObject({
      session: { client_id, user_id, user_agent: "Browser of a test" },
    })
    const events = await sessionsOpened(cookie)
    expect(events.at(-1)).toMatchObject({
      ...{ type: "session.opened", actor: { type: "token", user_id }, data: { user_id } },
    })
  })

  test("is bound to the browser for ten minutes, and requests only the email address", async () => {
    const browser = openBrowser()
    const { response, providerUrl } = await browser.begin()
    const [cookie = ""] = response.headers.getSetCookie()
    expect(cookie).toMatch(
      /^outlay_oidc=[\w-]{43}\.\d{13}\.; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/u,
    )
    const { origin, searchParams } = new URL(providerUrl)
    expect(`${origin}/`).toBe(provider.settings.issuer.href)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: "outlay",
      response_type: "code",
      scope: "openid email",
      code_challenge_method: "S256",
      redirect_uri: `${service.url}/oidc/callback`,
    })
    const secret = /=([\w-]{43})/u.exec(cookie)?.[1] ?? ""
    expect(providerUrl).not.toContain(secret)
    const given = ["state", "nonce", "code_challenge"].map((_) => searchParams.get(_))
    expect(new Set(given).size).toBe(3)
    const { arrived } = await openBrowser().signIn()
    expect(arrived).toBe("/sign-in")
  })

  test("offers a choice to users of several businesses", async () => {
    const others = [await makeBusiness("Other"), await makeBusiness("Umbra & Co")]
    for (const { id, admin } of others) await makeUser("cy@example.com", id, admin)
    provider.state.claims = { email: "cy@example.com", email_verified: true }
    const browser = openBrowser()
    const { arrived } = await browser.signIn("?return_to=/budgets")
    const { pathname, search, hash } = new URL(arrived, service.url)
    expect([pathname, search]).toEqual(["/sign-in", "?return_to=%2Fbudgets"])
    const choice = new URLSearchParams(hash.slice(1))
    expect(choice.getAll("business")).toEqual(["Other", "Umbra & Co"])
    expect(browser.cookies().size).toBe(0)
    const opened = await Promise.all(
      choice.getAll("token").map(async (token) => {
        const headers = { origin: service.url, "content-type": "application/json" }
        const body = JSON.stringify({ token })
        const response = await fetch(`${service.url}/sign-in/sessions`, {
          ...{ method: "POST", headers, body },
        })
        return (await response.json()).client_id
      }),
    )
    expect(opened).toEqual(others.map(({ id }) => id))
  })

  test.each([
    ["//evil.example", "/sign-in"],
    ["https://evil.example/", "/sign-in"],
    ["/\\evil.example", "/sign-in"],
    ["/%09/evil.example", "/sign-in?return_to=%2F%2509%2Fevil.example"],
    ["javascript:alert(1)", "/sign-in"],
    [`/${"a".repeat(600)}`, "/sign-in"],
  ])("redirects to no other site: %s", async (given, arrives) => {
    const { arrived } = await openBrowser().signIn(`?return_to=${encodeURIComponent(given)}`)
    expect(arrived).toBe(arrives)
  })
})

/** Returns the session events of the audit trail, read with the session itself. */
const sessionsOpened = async (cookie: string) => {
  const path = `/v1/businesses/${client_id}/events?type=session.opened&limit=500`
  const response = await fetch(service.url + path, { headers: { cookie } })
  return (await response.json()).results as ReadonlyArray<object>
}

describe("an attempt to sign in", () => {
  test("fails with a callback of another browser", async () => {
    const attacker = openBrowser()
    const returned = await attacker.pass((await attacker.begin()).providerUrl)
    const before = provider.state.exchanges
    expect(await refusedAt(openBrowser(), returned)).toBe(failed("expired"))
    const victim = openBrowser()
    const own = (await victim.begin()).providerUrl
    expect(await refusedAt(victim, returned)).toBe(failed("expired"))
    expect(provider.state.exchanges).toBe(before)
    // The victim's own attempt still succeeds.
    const { next } = await victim.open(await victim.pass(own))
    expect(next).toBe(`${service.url}/sign-in`)
  })

  test("fails with a wrong, missing or duplicate state", async () => {
    for (const change of [
      (url: string) => altered(url, "state", "x".repeat(43)),
      (url: string) => url.replace(/&state=[^&]*/u, ""),
      (url: string) => `${url}&state=${new URL(url).searchParams.get("state")}`,
    ]) {
      const browser = openBrowser()
      const returned = await browser.pass((await browser.begin()).providerUrl)
      expect(await refusedAt(browser, change(returned))).toBe(failed("expired"))
    }
  })

  test("fails with a cookie whose path or time was changed", async () => {
    for (const change of [
      (value: string) => `${value}${Buffer.from("/elsewhere").toString("base64url")}`,
      (value: string) => value.replace(/\.(\d+)\./u, (_, began) => `.${Number(began) + 1}.`),
      () => "x",
    ]) {
      const browser = openBrowser()
      const returned = await browser.pass((await browser.begin()).providerUrl)
      const cookies = browser.cookies()
      cookies.set("outlay_oidc", change(cookies.get("outlay_oidc") ?? ""))
      expect(await refusedAt(browser, returned)).toBe(failed("expired"))
    }
  })

  test("fails with a repeated callback, even if the cookie was saved", async () => {
    const browser = openBrowser()
    const returned = await browser.pass((await browser.begin()).providerUrl)
    const cookie = browser.cookies().get("outlay_oidc") ?? ""
    await browser.open(returned)
    expect(browser.cookies().has("outlay_session")).toBe(true)
    browser.cookies().clear()
    expect(await refusedAt(browser, returned)).toBe(failed("expired"))
    browser.cookies().set("outlay_oidc", cookie)
    expect(await refusedAt(browser, returned)).toBe(failed("expired"))
  })

  test("fails with a code of another attempt, which has another verifier", async () => {
    const [victim, attacker] = [openBrowser(), openBrowser()]
    const stolen = new URL(await victim.pass((await victim.begin()).providerUrl))
    const own = await attacker.pass((await attacker.begin()).providerUrl)
    const injected = altered(own, "code", stolen.searchParams.get("code") ?? "")
    expect(await refusedAt(attacker, injected)).toBe(failed("invalid"))
  })

  test.each(["nonce", "code_challenge"])("fails with a different %s", async (name) => {
    const browser = openBrowser()
    const { providerUrl } = await browser.begin()
    const returned = await browser.pass(altered(providerUrl, name, "x".repeat(43)))
    expect(await refusedAt(browser, returned)).toBe(failed("invalid"))
  })

  test("fails with a response of another provider", async () => {
    const browser = openBrowser()
    const returned = await browser.pass((await browser.begin()).providerUrl)
    const mixed = altered(returned, "iss", "https://evil.example")
    expect(await refusedAt(browser, mixed)).toBe(failed("invalid"))
  })

  test("fails after ten minutes", async () => {
    const browser = openBrowser()
    const returned = await browser.pass((await browser.begin()).providerUrl)
    const later = new Date(Date.now() + 601_000).toISOString()
    await operator().clock.set({ body: { now: later } })
    expect(await refusedAt(browser, returned)).toBe(failed("expired"))
  })

  test.each<readonly [string, Claims]>([
    ["an unverified address", { ...ann, email_verified: false }],
    ["an address without email_verified", { email: "ann@example.com" }],
    ["an address with an invalid email_verified", { ...ann, email_verified: "true" }],
    ["no address", { email_verified: true }],
    ["a list of addresses", { email: ["ann@example.com"], email_verified: true }],
    ["an endless address", { email: `${"a".repeat(300)}@example.com`, email_verified: true }],
  ])("fails with %s", async (_, claims) => {
    provider.state.claims = claims
    const browser = openBrowser()
    const returned = await browser.pass((await browser.begin()).providerUrl)
    expect(await refusedAt(browser, returned)).toBe(failed("unverified"))
  })

  test("fails if no active user has exactly the address", async () => {
    const [mei] = [await makeUser("mei@example.com"), await makeUser("strasse@example.com")]
    const params = { client_id, user_id: mei }
    const cookieOwner = openBrowser()
    await cookieOwner.signIn()
    const path = `/v1/businesses/${params.client_id}/users/${params.user_id}`
    const deleted = await fetch(service.url + path, {
      method: "DELETE",
      headers: {
        cookie: `outlay_session=${cookieOwner.cookies().get("outlay_session")}`,
        origin: service.url,
      },
    })
    expect(deleted.status).toBe(204)
    const responses: Array<unknown> = []
    for (const email of ["nobody@example.com", "mei@example.com", "straße@example.com"]) {
      provider.state.claims = { email, email_verified: true }
      const browser = openBrowser()
      responses.push(
        await refusedAt(browser, await browser.pass((await browser.begin()).providerUrl)),
        browser.cookies().size,
      )
    }
    expect(responses).toEqual([1, 2, 3].flatMap(() => [failed("unknown"), 0]))
  })

  test.each([
    ["access_denied", "refused"],
    ["login_required", "refused"],
    ["temporarily_unavailable", "unavailable"],
    ["invalid_scope", "invalid"],
  ])("fails if the provider responds with %s", async (error, reason) => {
    provider.state.error = error
    const browser = openBrowser()
    const { providerUrl } = await browser.begin("?return_to=/budgets")
    const returned = await browser.pass(providerUrl)
    expect(await refusedAt(browser, returned)).toBe(`${failed(reason)}&return_to=%2Fbudgets`)
  })

  test("fails while the provider is unavailable", async () => {
    const browser = openBrowser()
    const returned = await browser.pass((await browser.begin()).providerUrl)
    await provider.stop()
    expect(await refusedAt(browser, returned)).toBe(failed("unavailable"))
    await provider.start()
    expect((await openBrowser().signIn()).arrived).toBe("/sign-in")
  })
})

describe("a service", () => {
  test("can sign people in once a provider unavailable at startup is available", async () => {
    const late = await openProvider()
    await late.stop()
    const other = await startService(":memory:", undefined, { oidc: late.settings })
    const ask = async () => {
      const response = await fetch(`${other.url}/oidc`, { redirect: "manual" })
      return response.headers.get("location")?.split("?")[0]
    }
    expect(await ask()).toBe("/sign-in")
    late.begin(`${other.url}/oidc/callback`)
    await late.start()
    expect(await ask()).toBe(`${late.settings.issuer.href}auth`)
    await other.stop()
    await late.stop()
  })

  test("sets cookies restricted to its host if it is reached over HTTPS", async () => {
    const other = await startService(":memory:", undefined, {
      ...{ oidc: provider.settings, publicUrl: "https://outlay.example.com" },
    })
    const { headers } = await fetch(`${other.url}/oidc`, { redirect: "manual" })
    expect(headers.get("set-cookie")).toMatch(
      /^__Host-outlay_oidc=[^;]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/u,
    )
    const { searchParams } = new URL(headers.get("location") ?? "")
    expect(searchParams.get("redirect_uri")).toBe("https://outlay.example.com/oidc/callback")
    await other.stop()
  })

  test("limits the attempts of a client", async () => {
    const other = await startService(":memory:", undefined, {
      ...{ oidc: provider.settings, visitLimit: { requests: 1, seconds: 60 } },
    })
    const ask = (path: string) => fetch(other.url + path, { redirect: "manual" })
    await ask("/oidc")
    for (const path of ["/oidc", "/oidc/callback?code=x&state=y"]) {
      expect((await ask(path)).headers.get("location")).toBe(failed("limited"))
    }
    await other.stop()
  })

  test("does not have these pages if it has no provider", async () => {
    const other = await startService()
    for (const path of ["/oidc", "/oidc/callback"]) {
      expect((await fetch(other.url + path)).status).toBe(404)
    }
    await other.stop()
  })
})
