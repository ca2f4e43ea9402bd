import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { exampleBody, makeWorld, ofTokens, pathOf, send, type Tenant, type World } from "./world.ts"

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.service.stop())

const bodyOf = (endpoint: (typeof ofTokens)[number]) => {
  const body = exampleBody(endpoint)
  return body === undefined ? {} : { body }
}

const period = "?start_date=2026-01-01&end_date=2026-01-31"
const queries: { readonly [operation: string]: string } = {
  "statements.get": period,
  "reports.spend": `${period}&group_by=merchant&group_by=category`,
}

/** Returns everything that a token of the tenant can read. */
const readAll = async (tenant: Tenant): Promise<string> => {
  const texts: Array<string> = []
  for (const endpoint of ofTokens.filter(({ method }) => method === "GET")) {
    const path = pathOf(endpoint, tenant.ids)
    texts.push((await send(world, "GET", path + (queries[endpoint.operation] ?? ""), tenant)).text)
  }
  // Reading uses a token, which changes its last use; and each refusal contains its request id.
  return texts.join("\n").replaceAll(/"(?:last_used_at|request_id)":"[^"]*"/gu, "")
}

describe("F-60 one business cannot learn anything about another", () => {
  test.each(ofTokens.map((endpoint) => [endpoint.operation, endpoint] as const))(
    "%s",
    async (_, endpoint) => {
      const { alpha, beta } = world
      const before = await readAll(beta)
      const ids = Object.keys(beta.ids).filter((name) => endpoint.path.includes(`{${name}}`))
      const responses = []
      // First the whole path of the other tenant, then each of its ids in an otherwise own path.
      responses.push(
        await send(world, endpoint.method, pathOf(endpoint, beta.ids), {
          ...bodyOf(endpoint),
          token: alpha.token,
        }),
      )
      expect(responses[0]?.status).toBe(403)
      for (const name of ids.filter((id) => id !== "client_id")) {
        const mixed = { ...alpha.ids, [name]: beta.ids[name] as string }
        const path = pathOf(endpoint, mixed)
        const foreign = await send(world, endpoint.method, path, {
          ...bodyOf(endpoint),
          token: alpha.token,
        })
        expect([400, 404]).toContain(foreign.status)
        responses.push(foreign)
      }
      for (const { text } of responses) {
        expect(text).not.toContain(beta.canary)
        expect(text).not.toContain("zzbeta")
      }
      expect(await readAll(beta)).toBe(before)
    },
  )

  test("a foreign id has the same response as one that does not exist (F-64)", async () => {
    const { alpha, beta } = world
    for (const endpoint of ofTokens.filter(({ method }) => method === "GET")) {
      const last = Object.keys(endpoint.params).at(-1) ?? ""
      if (last === "client_id" || !(last in beta.ids)) continue
      const nobodys =
        typeof beta.ids[last] === "number" ? 999_999 : "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c"
      const [foreign, missing] = await Promise.all(
        [beta.ids[last] as string, nobodys].map((id) =>
          send(world, "GET", pathOf(endpoint, { ...alpha.ids, [last]: id }), alpha),
        ),
      )
      const plain = (text = "") =>
        text
          .replaceAll(/"request_id":"[^"]+"/gu, "")
          .replaceAll(String(beta.ids[last]), "ID")
          .replaceAll(String(nobodys), "ID")
      expect([endpoint.operation, foreign?.status, plain(foreign?.text)]).toEqual([
        endpoint.operation,
        missing?.status,
        plain(missing?.text),
      ])
    }
  })
})

describe("F-69 paths outside the interface return 404", () => {
  test.each([
    "/v1",
    "/v1/businesses",
    "/debug",
    "/v2/businesses",
    "/.env",
    "/v1/businesses/1/transactions",
    "/operator/v2/businesses",
  ])("%s", async (path) => {
    expect((await send(world, "GET", path, world.alpha)).status).toBe(404)
  })

  test.each([
    ["GET", "/operator/v1/businesses"],
    ["POST", "/operator/v1/businesses"],
  ])("%s %s is denied to the tokens of businesses", async (method, path) => {
    const response = await send(world, method, path, {
      token: world.alpha.token,
      ...(method === "POST" ? { body: '{"name":"Mine"}' } : {}),
    })
    expect(response.status).toBe(401)
  })
})
