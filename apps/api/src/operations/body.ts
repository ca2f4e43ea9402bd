import { decodeBody } from "@outlay/http-contract"
import { Effect, Result, type Schema } from "effect"
import { commandFailed } from "../failure.ts"

/**
 * What a command was told, judged by the same schema as the body of the same operation over HTTP.
 */
export const bodyOf = <A>(schema: Schema.Codec<A, unknown>, value: unknown) =>
  Effect.suspend(() => {
    const body = decodeBody(schema, value)
    if (Result.isSuccess(body)) return Effect.succeed(body.success)
    const [fault, ...others] = body.failure.map(({ pointer, detail }) =>
      pointer === "" ? detail : `${pointer.slice(1)}: ${detail}`,
    )
    return Effect.fail(commandFailed(fault ?? "Invalid input.", ...others))
  })
