import { makeOperatorClient } from "@outlay/client"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Service, startService } from "../service.ts"
import { openBrowser } from "./browser.ts"

let service: Service
let client_id: number
let user_id: number
let roles: Readonly<Record<string, string>>

const operator = () =>
  makeOperatorClient({ baseUrl: service.url, token: service.operatorToken }).promise

const makeUser = async (email: string) => {
  const names = { first_name: "Ann", last_name: "Lee", payment_types: ["cards"] as const }
  const body = { ...names, email, role_id: roles["Admin"] ?? "" }
  return (await operator().users.create({ params: { client_id }, body })).id
}

beforeAll(async () => {
  service = await startService()
  const business = await operator().businesses.create({ body: { name: "Acme" } })
  client_id = business.client_id
  roles = Object.fromEntries(business.roles.map(({ id, name }) => [name, id]))
  user_id = await makeUser("ann@example.com")
})
afterAll(() => service?.stop())

const base = () => `/v1/businesses/${client_id}`
const link = () => service.linkFor(client_id, user_id)

/** A browser in which Ann has signed in. */
const signedIn = async () => {
  const browser = openBrowser(service.url)
  await browser.signIn(await link())
  return browser
}

describe("a link of somebody else, sent to who is signed in", () => {
  const replace_session = true
  const opening = (token: string, more = {}) => ({ body: { token, ...more } })

  test("replaces no session without a question, and stays valid for the answer", async () => {
    const ann = await signedIn()
    const id = await makeUser("mallory@example.com")
    const token = await service.linkFor(client_id, id)
    const refused = await ann.ask("POST", "/sign-in/sessions", opening(token))
    expect([refused.status, refused.body.code]).toEqual([400, "other_user_signed_in"])
    expect(refused.headers.get("set-cookie")).toBe(null)
    expect((await ann.ask("GET", `${base()}/me`)).body.user.id).toBe(user_id)
    const stays = await ann.ask("POST", "/sign-in/sessions", {
      ...opening(token, { replace_session: false }),
    })
    expect(stays.status).toBe(400)
    const answered = opening(token, { replace_session })
    expect((await ann.ask("POST", "/sign-in/sessions", answered)).status).toBe(201)
    expect((await ann.ask("GET", `${base()}/me`)).body.user.id).toBe(id)
  })

  test("an invite neither, and it is still pending", async () => {
    const ann = await signedIn()
    const body = { role_id: roles["Team Member"], payment_types: ["cards"] }
    const invite = await ann.ask("POST", `${base()}/invites`, {
      body: { ...body, email: "oda@example.com" },
    })
    const token = await service.linkForInvite(client_id, invite.body.id)
    const names = { first_name: "Oda", last_name: "Ito" }
    const refused = await ann.ask("POST", "/sign-in/invites", opening(token, names))
    expect([refused.status, refused.body.code]).toEqual([400, "other_user_signed_in"])
    const pending = await ann.ask("GET", `${base()}/invites?limit=500`)
    const found = pending.body.results.find((one: { id: number }) => one.id === invite.body.id)
    expect(found.used).toBe(false)
    const answered = opening(token, { ...names, replace_session })
    expect((await ann.ask("POST", "/sign-in/invites", answered)).status).toBe(201)
  })

  test("one's own link, and one after the session has ended, ask nothing", async () => {
    const ann = await signedIn()
    expect((await ann.signIn(await link())).status).toBe(201)
    const cookie = ann.cookie()
    await ann.ask("DELETE", `${base()}/me/sessions`)
    const other = await service.linkFor(client_id, await makeUser("pia@example.com"))
    const sent = { cookie, ...opening(other) }
    expect((await ann.ask("POST", "/sign-in/sessions", sent)).status).toBe(201)
  })

  test("a link that is not valid says that, also to who is signed in", async () => {
    const ann = await signedIn()
    const refused = await ann.signIn(`outlay_${"A".repeat(43)}`)
    expect(refused.body.code).toBe("sign_in_link_not_valid")
  })
})
