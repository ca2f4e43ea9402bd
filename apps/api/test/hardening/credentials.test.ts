import { connect } from "node:net"
import { setTimeout as wait } from "node:timers/promises"
import { makeClient, makeOperatorClient } from "@outlay/client"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { makeWorld, type World } from "./world.ts"

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.service.stop())

const operator = () =>
  makeOperatorClient({ baseUrl: world.service.url, token: world.service.operatorToken }).promise

let person: { readonly id: number; readonly token_id: string; readonly token: string }
let made = 0
beforeEach(async () => {
  const { client_id, roles } = world.alpha
  const params = { client_id }
  const role_id = roles["Admin"] ?? ""
  const { id } = await operator().users.create({
    params,
    body: {
      first_name: "Lou",
      last_name: "Late",
      email: `late${++made}@example.com`,
      role_id,
      payment_types: ["cards"],
    },
  })
  const issued = await operator().tokens.create({
    params,
    body: { name: "Late", role_id, user_id: id },
  })
  person = { id, token_id: issued.id, token: issued.token }
})

const body = JSON.stringify({ name: "Written late" })

/** Creates a category, and runs `meanwhile` before it sends the last byte. */
const trickle = (meanwhile: () => Promise<unknown>): Promise<number> =>
  new Promise((resolve, reject) => {
    const { port, hostname } = new URL(world.service.url)
    const socket = connect(Number(port), hostname)
    let text = ""
    socket.on("data", (chunk) => {
      text += chunk.toString()
    })
    socket.on("error", reject)
    socket.on("close", () => resolve(Number(text.split(" ")[1])))
    socket.write(
      `POST /v1/businesses/${world.alpha.client_id}/categories HTTP/1.1\r\nHost: x\r\n` +
        `Authorization: Bearer ${person.token}\r\nContent-Type: application/json\r\n` +
        `Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, -1)}`,
      async () => {
        await wait(50)
        await meanwhile()
        socket.write(body.slice(-1))
      },
    )
  })

const categories = async (): Promise<number> => {
  const client = makeClient({ baseUrl: world.service.url, token: world.alpha.token }).promise
  return (await client.categories.list({ params: { client_id: world.alpha.client_id } })).count
}

describe("a credential that becomes invalid while a body arrives writes nothing", () => {
  const client_id = () => world.alpha.client_id
  test.each([
    [
      "the token is revoked",
      () =>
        operator().tokens.revoke({
          params: { client_id: client_id(), token_id: person.token_id },
        }),
      401,
    ],
    [
      "its user is deleted",
      () =>
        makeClient({ baseUrl: world.service.url, token: world.alpha.token }).promise.users.remove({
          params: { client_id: client_id(), user_id: person.id },
        }),
      401,
    ],
    [
      "its user is demoted",
      () =>
        makeClient({ baseUrl: world.service.url, token: world.alpha.token }).promise.users.update({
          params: { client_id: client_id(), user_id: person.id },
          body: { role_id: world.alpha.roles["Team Member"] ?? "" },
        }),
      403,
    ],
  ] as const)("%s", async (_, meanwhile, status) => {
    const before = await categories()
    expect(await trickle(meanwhile)).toBe(status)
    expect(await categories()).toBe(before)
  })

  test("a credential that remains valid writes", async () => {
    const before = await categories()
    expect(await trickle(() => Promise.resolve())).toBe(201)
    expect(await categories()).toBe(before + 1)
  })
})
