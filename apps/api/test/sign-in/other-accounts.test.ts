import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Ann, startWithAnn } from "./ann.ts"

let world: Ann
beforeAll(async () => {
  world = await startWithAnn()
})
afterAll(() => world?.service.stop())

describe("a link of another person, opened by a signed-in user", () => {
  const replace_session = true
  const opening = (token: string, more = {}) => ({ body: { token, ...more } })

  test("replaces no session without a confirmation, and remains valid for it", async () => {
    const ann = await world.signedIn()
    const id = await world.makeUser("mallory@example.com")
    const token = await world.service.linkFor(world.client_id, id)
    const refused = await ann.ask("POST", "/sign-in/sessions", opening(token))
    expect([refused.status, refused.body.code]).toEqual([400, "other_user_signed_in"])
    expect(refused.headers.get("set-cookie")).toBe(null)
    expect((await ann.ask("GET", `${world.base}/me`)).body.user.id).toBe(world.user_id)
    const stays = await ann.ask("POST", "/sign-in/sessions", {
      ...opening(token, { replace_session: false }),
    })
    expect(stays.status).toBe(400)
    const confirmed = opening(token, { replace_session })
    expect((await ann.ask("POST", "/sign-in/sessions", confirmed)).status).toBe(201)
    expect((await ann.ask("GET", `${world.base}/me`)).body.user.id).toBe(id)
  })

  test("an invite of another person does not replace it either, and remains pending", async () => {
    const ann = await world.signedIn()
    const body = { role_id: world.roles["Team Member"], payment_types: ["cards"] }
    const invite = await ann.ask("POST", `${world.base}/invites`, {
      body: { ...body, email: "oda@example.com" },
    })
    const token = await world.service.linkForInvite(world.client_id, invite.body.id)
    const names = { first_name: "Oda", last_name: "Ito" }
    const refused = await ann.ask("POST", "/sign-in/invites", opening(token, names))
    expect([refused.status, refused.body.code]).toEqual([400, "other_user_signed_in"])
    const pending = await ann.ask("GET", `${world.base}/invites?limit=500`)
    const found = pending.body.results.find((one: { id: number }) => one.id === invite.body.id)
    expect(found.used).toBe(false)
    const confirmed = opening(token, { ...names, replace_session })
    expect((await ann.ask("POST", "/sign-in/invites", confirmed)).status).toBe(201)
  })

  test("a user's own link, or one after the session has ended, needs no confirmation", async () => {
    const ann = await world.signedIn()
    expect((await ann.signIn(await world.link())).status).toBe(201)
    const cookie = ann.cookie()
    await ann.ask("DELETE", `${world.base}/me/sessions`)
    const other = await world.service.linkFor(
      world.client_id,
      await world.makeUser("pia@example.com"),
    )
    const sent = { cookie, ...opening(other) }
    expect((await ann.ask("POST", "/sign-in/sessions", sent)).status).toBe(201)
  })

  test("an invalid link is reported as such, also to a signed-in user", async () => {
    const ann = await world.signedIn()
    const refused = await ann.signIn(`outlay_${"A".repeat(43)}`)
    expect(refused.body.code).toBe("sign_in_link_not_valid")
  })
})
