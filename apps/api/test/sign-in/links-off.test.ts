import { makeOperatorClient } from "@outlay/client"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Service, startService } from "../service.ts"
import { openProvider } from "./provider.ts"

let provider: Awaited<ReturnType<typeof openProvider>>
/** One service with the provider and links, and one with the provider only. */
let service: Service
let alone: Service
beforeAll(async () => {
  provider = await openProvider()
  const { settings: oidc } = provider
  service = await startService(":memory:", undefined, { oidc })
  alone = await startService(":memory:", undefined, { oidc: { ...oidc, links: false } })
})
afterAll(async () => {
  await service?.stop()
  await alone?.stop()
  await provider?.stop()
})

describe("a service with sign-in links disabled", () => {
  const request = (of: Service, email: string) =>
    fetch(`${of.url}/sign-in/links`, {
      method: "POST",
      headers: { origin: of.url, "content-type": "application/json" },
      body: JSON.stringify({ email }),
    })

  test("offers the provider as the only method", async () => {
    const offered = await (await fetch(`${alone.url}/sign-in`)).json()
    expect(offered).toMatchObject({ methods: ["oidc"], provider: "Example ID", notice: null })
    expect(offered).toMatchObject({ mail: "folder" })
    const both = await (await fetch(`${service.url}/sign-in`)).json()
    expect(both).toMatchObject({ methods: ["oidc", "link"], provider: "Example ID" })
  })

  test("sends no link to any address, and the response names the alternative", async () => {
    for (const email of ["ann@example.com", "nobody@example.com"]) {
      const refused = await request(alone, email)
      const { code, detail } = (await refused.json()) as Record<string, string>
      expect([refused.status, code]).toEqual([403, "sign_in_links_off"])
      expect(detail).toContain("/oidc")
    }
    expect(await alone.writeLinks()).toBe(0)
    expect((await request(service, "nobody@example.com")).status).toBe(202)
  })

  test("accepts a link of the operator, for outages of the provider", async () => {
    const baseUrl = alone.url
    const { businesses, users } = makeOperatorClient({
      ...{ baseUrl, token: alone.operatorToken },
    }).promise
    const { client_id, roles } = await businesses.create({ body: { name: "Acme" } })
    const names = { first_name: "Ann", last_name: "Lee", payment_types: ["cards"] as const }
    const body = { ...names, email: "ann@example.com", role_id: roles[0]?.id ?? "" }
    const { id } = await users.create({ params: { client_id }, body })
    const opened = await fetch(`${baseUrl}/sign-in/sessions`, {
      method: "POST",
      headers: { origin: baseUrl, "content-type": "application/json" },
      body: JSON.stringify({ token: await alone.linkFor(client_id, id) }),
    })
    expect(opened.status).toBe(201)
  })
})
