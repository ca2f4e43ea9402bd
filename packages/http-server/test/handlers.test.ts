import { Policies, Topups } from "@outlay/domain"
import { endpoints, policies, topups, wallets } from "@outlay/http-contract"
import { Effect } from "effect"
import { describe, expect, expectTypeOf, test } from "vitest"
import { clockHandlers, handlers, type ServicesOf } from "../src/index.ts"
import { handlersOf, plainHandlersOf } from "../src/kernel/handler.ts"

/** `pnpm typecheck` compiles this file: an expected error that does not occur fails. */
describe("the compiler refuses", () => {
  const { list, approve } = topups
  const page = Effect.succeed({ count: 0, results: [] })

  test("nothing if every operation has a handler", () => {
    const made = handlersOf({ list }, { list: () => page })
    expect(made.list.endpoint.operation).toBe("topups.list")
    expectTypeOf<ServicesOf<typeof made.list>>().toEqualTypeOf<never>()
  })

  test("an operation without a handler", () => {
    // @ts-expect-error Property 'approve' is missing
    handlersOf({ list, approve }, { list: () => page })
  })

  test("a result of another shape than the operation's", () => {
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

  test("a service without the five operations of a resource", () => {
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

test("every operation of the contract has exactly one handler", () => {
  const handledOperations = [...handlers, ...clockHandlers].map(
    ({ endpoint }) => endpoint.operation,
  )
  const operations = endpoints.map(({ operation }) => operation)
  expect(handledOperations.toSorted()).toEqual(operations.toSorted())
})
