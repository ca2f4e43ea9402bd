import { problemTopics } from "@outlay/http-contract"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { makeWorld, type World } from "./hardening/world.ts"
import { mistakes } from "./mistakes.ts"

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.service.stop())

interface Request {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** Sends a request. Returns the problem with its detail and those of its errors. */
const ask = async ({ method, path, headers, body }: Request) => {
  const response = await fetch(world.service.url + path, {
    method,
    headers: { authorization: `Bearer ${world.alpha.token}`, ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const {
    code,
    detail,
    errors = [],
  } = (await response.json()) as {
    readonly code: string
    readonly detail: string
    readonly errors?: ReadonlyArray<{ readonly detail: string }>
  }
  const message = [detail, ...errors.map((error) => error.detail)].join("\n")
  return { status: response.status, code, detail, message }
}

const filled = (text: string): string =>
  text.replaceAll(/\{(\w+)\}/gu, (_, name: string) => String(world.alpha.ids[name] ?? name))

const json = { "content-type": "application/json" }

describe("the response to a mistake says what to do", () => {
  test.each(mistakes)("$mistake", async ({ request, body, headers, token, code, advice }) => {
    const [method = "", path = ""] = request.split(" ")
    const sends = body === undefined ? {} : json
    const given =
      token === "operator"
        ? { authorization: `Bearer ${world.service.operatorToken}` }
        : token === "none"
          ? { authorization: "" }
          : {}
    const reply = await ask({
      method,
      path: filled(path),
      headers: { ...sends, ...given, ...headers },
      body: body === undefined ? undefined : filled(body),
    })
    expect([reply.code, reply.message]).toEqual([code ?? reply.code, expect.stringMatching(advice)])
  })

  test("there are 79 mistakes, each with a different request", () => {
    const requests = mistakes.map(({ mistake: _, advice: __, ...request }) => request)
    expect(new Set(requests.map((request) => JSON.stringify(request))).size).toBe(79)
  })
})

describe("examples in /docs/problems have the documented responses", () => {
  test.each(problemTopics)("$title", async ({ example, codes }) => {
    const { client_id, user_id } = world.alpha.ids
    const here = (text: string) =>
      text
        .replaceAll("/businesses/7/", `/businesses/${client_id}/`)
        .replace("/users/1", `/users/${user_id}`)
    const headers = Object.fromEntries(
      Object.entries(example.headers ?? {}).map(([name, value]) => [
        name.toLowerCase(),
        value.replace("…", ""),
      ]),
    )
    const { status, code, detail } = await ask({ ...example, headers, path: here(example.path) })
    expect({ status, code, detail }).toEqual({
      status: example.status,
      code: example.code,
      detail: here(example.detail),
    })
    expect(codes.length).toBeGreaterThan(0)
  })

  test("every code of a topic has its own section", async () => {
    const page = await (await fetch(`${world.service.url}/docs/problems`)).text()
    const named = problemTopics.flatMap(({ codes }) => codes)
    expect(named.filter((code) => !page.includes(`<section id="${code}">`))).toEqual([])
    expect(new Set(named).size).toBe(named.length)
  })
})
