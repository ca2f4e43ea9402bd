import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query"
import { useRef } from "react"
import { isPassing } from "./failure.ts"

/** A value for `Idempotency-Key`. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")

/** A write: what it sends, and the queries whose answers it changes. */
export interface Write<Input, Output> {
  /** `key` is the `Idempotency-Key` of a POST: one for each thing that is asked. */
  readonly send: (input: Input, key: string) => Promise<Output>
  readonly refreshes?: ReadonlyArray<QueryKey>
  readonly done?: (output: Output, input: Input) => void
}

/**
 * Sends a write. The same input keeps its key until it has succeeded, so that a second click or a
 * repeat after a lost connection never does it twice.
 */
export const useWrite = <Input, Output>({ send, refreshes, done }: Write<Input, Output>) => {
  const queries = useQueryClient()
  const sent = useRef({ input: "", key: "" })
  return useMutation<Output, Error, Input>({
    mutationFn: (input) => {
      const text = JSON.stringify(input) ?? ""
      if (sent.current.input !== text || sent.current.key === "") {
        sent.current = { input: text, key: newKey() }
      }
      return send(input, sent.current.key)
    },
    retry: (count, failure) => count < 3 && isPassing(failure),
    onSuccess: (output, input) => {
      sent.current = { input: "", key: "" }
      done?.(output, input)
    },
    onSettled: () =>
      Promise.all((refreshes ?? []).map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}
