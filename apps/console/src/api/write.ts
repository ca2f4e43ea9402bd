import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { isGone, isPassing, Refusal } from "./failure.ts"

/** A value for `Idempotency-Key`. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")

let tell: (refusal: Refusal) => void = () => undefined

/** Says where a refusal is told whose row or form is no longer on the page. */
export const tellRefusals = (telling: typeof tell): void => {
  tell = telling
}

/** Whether what uses this is still on the page. */
const useIsThere = () => {
  const isThere = useRef(true)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  return isThere
}

/** What was read again is on the page only after the queries' own turn. */
const nextTurn = () => new Promise((done) => setTimeout(done))

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
  const isThere = useIsThere()
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
    onSettled: async (_, failure) => {
      await Promise.all(
        (refreshes ?? []).map((queryKey) => queries.invalidateQueries({ queryKey })),
      )
      // What was refused since somebody else was faster can be gone with its row.
      if (!(failure instanceof Refusal) || isGone(failure)) return
      await nextTurn()
      if (!isThere.current) tell(failure)
    },
  })
}
