import { decodeBody } from "@outlay/http-contract"
import { Effect, Result, type Schema } from "effect"
import { failedAs } from "../failure.ts"

/** Decodes the input of a command with the same schema as the body of the operation over HTTP. */
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
