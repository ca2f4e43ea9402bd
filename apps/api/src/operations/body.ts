import { decodeBody } from "@outlay/http-contract"
import { Effect, Result, type Schema } from "effect"
import { failedAs } from "../failure.ts"

/**
 * What a command was told, checked by the same schema as the body of the same operation over HTTP.
 */
export const bodyOf = <A>(
  schema: Schema.Codec<A, unknown>,
  value: unknown,
  sentenceOf: (path: string, detail: string) => string = (path, detail) => `${path}: ${detail}`,
) =>
  Effect.suspend(() => {
    const body = decodeBody(schema, value)
    if (Result.isSuccess(body)) return Effect.succeed(body.success)
    const [fault, ...others] = body.failure.map(({ pointer, detail }) =>
      pointer === "" ? detail : sentenceOf(pointer.slice(1), detail),
    )
    return Effect.fail(failedAs("usage", fault ?? "Invalid input.", ...others))
  })
