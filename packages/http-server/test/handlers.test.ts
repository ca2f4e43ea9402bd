import { Policies, Topups } from "@outlay/domain"
import { endpoints, policies, topups, wallets } from "@outlay/http-contract"
import { Effect } from "effect"
import { describe, expect, expectTypeOf, test } from "vitest"
import { clockHandlers, handlers, type ServicesOf } from "../src/index.ts"
import { handlersOf, plainHandlersOf } from "../src/kernel/handler.ts"

/** The compiler runs over this file with `pnpm typecheck`: an expected error that is none fails. */
describe("what the compiler refuses of handlers", () => {
  const { list, approve } = topups
  const page = Effect.succeed({ count: 0, results: [] })

  test("nothing, where every operation is answered", () => {
    const made = handlersOf({ list }, { list: () => page })
    expect(made.list.endpoint.operation).toBe("topups.list")
    expectTypeOf<ServicesOf<typeof made.list>>().toEqualTypeOf<never>()
  })

  test("an operation that nothing answers", () => {
    // @ts-expect-error Property 'approve' is missing
    handlersOf({ list, approve }, { list: () => page })
  })

  test("an answer that is not that of the operation", () => {
    // @ts-expect-error A page has results
    handlersOf({ list }, { list: () => Effect.succeed({ count: 0 }) })
  })

  test("a refusal that is no problem of the operation", () => {
    const act = Topups.use((_) =>
      _.act("approve", { client_id: 1, budget_id: "", budget_member_id: null }, ""),
    )
    expect(handlersOf({ approve }, { approve: () => act }).approve.endpoint).toBe(approve)
    const { create } = wallets
    // @ts-expect-error wallets.create has no problem for what topups refuse
    handlersOf({ create }, { create: () => act })
  })

  test("a service that does not answer the five operations of a resource", () => {
    expect(Object.keys(plainHandlersOf(policies, Policies))).toHaveLength(5)
    // @ts-expect-error Topups have other methods
    plainHandlersOf(policies, Topups)
    const { remove: _, ...four } = policies
    // @ts-expect-error Property 'remove' is missing
    plainHandlersOf(four, Policies)
    const update = { ...policies.update, problems: [] as const }
    // @ts-expect-error An update may refuse with NotFound
    plainHandlersOf({ ...policies, update }, Policies)
  })
})

test("every operation of the contract is answered, and once", () => {
  const answered = [...handlers, ...clockHandlers].map(({ endpoint }) => endpoint.operation)
  const operations = endpoints.map(({ operation }) => operation)
  expect(answered.toSorted()).toEqual(operations.toSorted())
})
