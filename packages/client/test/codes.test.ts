import { type FaultCode, type SharedProblemCode, topups } from "@outlay/http-contract"
import { Effect } from "effect"
import { describe, expect, expectTypeOf, test } from "vitest"
import { type CallFailure, makeClient, type OutlayClient, type ProblemError } from "../src/index.ts"

/** Codes of the problems of a method. */
type CodesOf<M> = M extends (...args: never) => Effect.Effect<unknown, infer E>
  ? Extract<E, { readonly _tag: "ProblemError" }> extends ProblemError<infer Code>
    ? Code
    : never
  : never

type CodesOfCreate = CodesOf<OutlayClient["topups"]["create"]>
type CodesOfList = CodesOf<OutlayClient["topups"]["list"]>

/** The compiler checks this file in `pnpm typecheck`. */
describe("a problem's code is typed by its operation", () => {
  test("includes the refusals of the operation, and no others", () => {
    expectTypeOf<Exclude<CodesOfCreate, SharedProblemCode | FaultCode>>().toEqualTypeOf<
      "topup_needs_member" | "topup_needs_budget" | "too_many_decimals" | "insufficient_funds"
    >()
    expectTypeOf<Exclude<CodesOfList, SharedProblemCode | FaultCode>>().toEqualTypeOf<never>()
    const codes = topups.create.problems.flatMap(({ codes }) => [...codes])
    expectTypeOf<(typeof codes)[number]>().toExtend<CodesOfCreate>()
    expect(codes).toEqual([
      "not_found",
      "topup_needs_member",
      "topup_needs_budget",
      "too_many_decimals",
      "insufficient_funds",
      "amount_out_of_range",
    ])
  })

  test("includes the shared problems of its method", () => {
    expectTypeOf<"idempotency_key_reused">().toExtend<CodesOfCreate>()
    expectTypeOf<"idempotency_key_reused">().not.toExtend<CodesOfList>()
    expectTypeOf<"precondition_failed">().not.toExtend<CodesOfCreate>()
    expectTypeOf<"precondition_failed">().toExtend<CodesOf<OutlayClient["users"]["update"]>>()
    expectTypeOf<"out_of_range">().toExtend<CodesOfList>()
  })

  test("a handler that compares with another code does not compile", () => {
    const client = makeClient({ baseUrl: "http://127.0.0.1", token: "outlay_test" })
    const params = { client_id: 7, budget_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c" }
    const call = client.topups.create({ params, body: { amount: 1, description: "Travel" } })
    const caught = Effect.catchTag(call, "ProblemError", (problem) => {
      if (problem.code === "insufficient_funds") return Effect.succeed("too much")
      // @ts-expect-error A new topup is never refused for not being pending
      if (problem.code === "topup_not_pending") return Effect.succeed("never")
      return Effect.fail(problem)
    })
    expectTypeOf<Effect.Error<typeof caught>>().toExtend<CallFailure>()
    expect(Effect.isEffect(caught)).toBe(true)
  })
})
