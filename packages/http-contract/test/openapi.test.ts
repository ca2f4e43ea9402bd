import { describe, expect, test } from "vitest"
import { api, operatorApi } from "../src/api.ts"
import type { Endpoint } from "../src/shared/endpoint.ts"
import { decodeBody } from "../src/shared/faults.ts"
import { openApi } from "../src/shared/openapi.ts"
import { tagDescriptions } from "../src/shared/tags.ts"

const endpoints: ReadonlyArray<Endpoint> = [api, operatorApi].flatMap((side) =>
  Object.values(side).flatMap((verbs) => Object.values(verbs) as ReadonlyArray<Endpoint>),
)
const document = openApi(endpoints, { version: "1.0.0" })
const text = JSON.stringify(document)

type Node = { readonly [key: string]: Node }
const at = (...path: ReadonlyArray<string>): Node =>
  path.reduce((node, key) => node[key] as Node, document as unknown as Node)

/** Returns the codes of problems in a part of the document. */
const codesIn = (part: unknown): ReadonlyArray<string> => {
  if (typeof part !== "object" || part === null) return []
  const { code } = part as { readonly code?: { readonly enum?: ReadonlyArray<string> } }
  return [...(code?.enum ?? []), ...Object.values(part).flatMap(codesIn)]
}

describe("the OpenAPI document", () => {
  test("has every operation once", () => {
    const ids = Object.values(at("paths")).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => String(operationId)),
    )
    expect(ids.sort()).toEqual(endpoints.map(({ operation }) => operation).sort())
    expect(new Set(ids).size).toBe(ids.length)
  })

  test("has every tag that has a description", () => {
    const names = (document as { readonly tags: ReadonlyArray<{ readonly name: string }> }).tags
    expect(names.map(({ name }) => name)).toEqual(
      expect.arrayContaining(Object.keys(tagDescriptions)),
    )
  })

  test("has the target of every reference", () => {
    for (const [, reference = ""] of text.matchAll(/"\$ref":"#\/([^"]+)"/gu)) {
      expect(at(...reference.split("/")), reference).toBeTypeOf("object")
    }
  })

  test("has the values of every code that a response can have", () => {
    const listed = at("x-problem-values", "properties")
    const codes = Object.values(at("paths")).flatMap((methods) =>
      Object.values(methods).flatMap((operation) => codesIn(operation["responses"])),
    )
    expect(new Set(codes).size).toBeGreaterThan(90)
    expect(codes.filter((code) => !(code in listed))).toEqual([])
    expect(listed["too_many_webhooks"]).toMatchObject({ required: ["maximum"] })
    // Several sentences can share one code, and only one of them has the value.
    expect(listed["amount_out_of_range"]?.["required"]).toBeUndefined()
  })

  test("has finite numbers only", () => {
    expect(text).not.toContain('"Infinity"')
    expect(at("components", "schemas", "CreateTopup", "properties", "amount")).toMatchObject({
      type: "number",
      minimum: -9_999_999_999.99,
    })
  })

  test("describes exactly the parameters of every path", () => {
    for (const { path, params, operation } of endpoints) {
      const named = [...path.matchAll(/\{(\w+)\}/gu)].map((match) => match[1])
      expect([operation, Object.keys(params).sort()]).toEqual([operation, named.sort()])
    }
  })

  test("has an example for every body and every response", () => {
    for (const [path, methods] of Object.entries(at("paths"))) {
      for (const [method, { requestBody, responses }] of Object.entries(methods)) {
        for (const [name, { content }] of Object.entries<Node>({
          requestBody: requestBody ?? {},
          ...responses,
        })) {
          for (const [type, media] of Object.entries<Node>(content ?? {})) {
            // Files have none: a type without a schema is binary.
            if (!type.includes("json")) continue
            expect([path, method, name, Object.keys(media)]).toEqual([
              path,
              method,
              name,
              ["schema", "example"],
            ])
          }
        }
      }
    }
  })

  test("has only examples of bodies that the operation accepts", () => {
    for (const { operation, method, path, body } of endpoints) {
      if (body === null) continue
      const content = at("paths", path, method.toLowerCase(), "requestBody", "content")
      const result = decodeBody(body, content["application/json"]?.["example"])
      expect([operation, result]).toMatchObject([operation, { _tag: "Success" }])
    }
  })
})
