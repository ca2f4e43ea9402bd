import {
  type MutateOptions,
  type QueryKey,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query"
import { useCallback, useEffect, useId, useRef } from "react"
import { isGone, isMissing, isPassing, Refusal } from "./failure.ts"

/** Returns a new value for `Idempotency-Key`. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")

let tell: (refusal: Refusal) => void = () => undefined

/** Sets the function that shows refusals whose row or form is no longer on the page. */
export const tellRefusals = (telling: typeof tell): void => {
  tell = telling
}

/** Returns a function that tests if the component is still mounted. */
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

/** Queries whose results offered a record that no longer exists, by the code of the refusal. */
const choices: Readonly<Record<string, QueryKey>> = {
  unknown_user: ["users"],
  unknown_role: ["roles"],
  unknown_budget: ["budgets"],
  unknown_invite: ["invites"],
  unknown_category: ["categories"],
  category_not_allowed: ["categories"],
  unknown_custom_field: ["custom-fields"],
  unknown_custom_field_option: ["custom-fields"],
  unknown_option: ["custom-fields"],
  unknown_accounting_code: ["codes"],
  unknown_tax_rate: ["tax-rates"],
}

/** Returns the queries to repeat after a refusal because a chosen record no longer exists. */
const choicesOf = (failure: unknown): ReadonlyArray<QueryKey> => {
  if (!(failure instanceof Refusal)) return []
  // The page may show the deleted record anywhere, so all queries are repeated.
  if (isMissing(failure)) return [[]]
  const codes = [failure.code, ...failure.problem.errors.map(({ code }) => code)]
  return [...new Set(codes)].flatMap((code) => {
    const queryKey = choices[code]
    return queryKey === undefined ? [] : [queryKey]
  })
}

/** Waits a turn, after which repeated queries have updated the page. */
const nextTurn = () => new Promise((done) => setTimeout(done))

/** Write request, and the queries whose results it changes. */
export interface Write<Input, Output> {
  /** `key` is the `Idempotency-Key` of a POST; each intended write has one key. */
  readonly send: (input: Input, key: string) => Promise<Output>
  readonly refreshes?: ReadonlyArray<QueryKey>
  /**
   * True if requests are sent one after another, so that a late request does not overwrite a newer
   * one.
   */
  readonly isInOrder?: boolean
  readonly done?: (output: Output, input: Input) => void
}

type Start<Input, Output> = (input: Input, options?: MutateOptions<Output, Error, Input>) => void

/**
 * Starts a write unless it is in progress. A second Enter can arrive before the button is drawn as
 * busy, and would change a version that the first write has replaced.
 */
const useOnce = <Input, Output>(
  start: Start<Input, Output>,
  running: { readonly current: Set<string> },
  isInOrder: boolean,
) =>
  useCallback<Start<Input, Output>>(
    (input, options) => {
      const text = textOf(input)
      if (!isInOrder && running.current.has(text)) return
      running.current.add(text)
      start(input, options)
    },
    [start, running, isInOrder],
  )

const textOf = (input: unknown): string => JSON.stringify(input) ?? ""

/**
 * Sends a write. The same input keeps its idempotency key until it succeeds, so that a second click
 * or a retry after a lost connection has no second effect.
 */
export const useWrite = <Input, Output>(write: Write<Input, Output>) => {
  const { send, refreshes, isInOrder = false, done } = write
  const id = useId()
  const queries = useQueryClient()
  const sent = useRef({ input: "", key: "" })
  const running = useRef(new Set<string>())
  const isThere = useIsThere()
  const mutation = useMutation<Output, Error, Input>({
    ...(isInOrder ? { scope: { id } } : {}),
    mutationFn: (input) => {
      const text = textOf(input)
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
    onSettled: async (_, failure, input) => {
      // The refusal is shown before the choices have been read again.
      for (const queryKey of choicesOf(failure)) void queries.invalidateQueries({ queryKey })
      await Promise.all(
        (refreshes ?? []).map((queryKey) => queries.invalidateQueries({ queryKey })),
      )
      running.current.delete(textOf(input))
      // A refusal because of a concurrent change may come after the row was removed from the page.
      if (!(failure instanceof Refusal) || isGone(failure)) return
      await nextTurn()
      if (!isThere.current) tell(failure)
    },
  })
  const start = mutation.mutate as Start<Input, Output>
  return { ...mutation, mutate: useOnce(start, running, isInOrder) }
}
