import {
  type MutateOptions,
  type QueryKey,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query"
import { useCallback, useEffect, useId, useRef } from "react"
import { isGone, isMissing, isPassing, Refusal } from "./failure.ts"

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

/** By the code of what has gone: the queries that offered it. */
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

/** What a form reads again when something was refused that can no longer be chosen. */
const choicesOf = (failure: unknown): ReadonlyArray<QueryKey> => {
  if (!(failure instanceof Refusal)) return []
  // What the page shows is no longer so, wherever that is.
  if (isMissing(failure)) return [[]]
  const codes = [failure.code, ...failure.problem.errors.map(({ code }) => code)]
  return [...new Set(codes)].flatMap((code) => {
    const queryKey = choices[code]
    return queryKey === undefined ? [] : [queryKey]
  })
}

/** What was read again is on the page only after the queries' own turn. */
const nextTurn = () => new Promise((done) => setTimeout(done))

/** A write: what it sends, and the queries whose answers it changes. */
export interface Write<Input, Output> {
  /** `key` is the `Idempotency-Key` of a POST: one for each thing that is asked. */
  readonly send: (input: Input, key: string) => Promise<Output>
  readonly refreshes?: ReadonlyArray<QueryKey>
  /** Sends nothing before what was sent earlier is answered: a late request overwrites no other. */
  readonly isInOrder?: boolean
  readonly done?: (output: Output, input: Input) => void
}

type Start<Input, Output> = (input: Input, options?: MutateOptions<Output, Error, Input>) => void

/**
 * Starts what is not under way: a second Enter can come before the button that was pressed is drawn
 * as busy, and would be a change of a version that the first one has replaced.
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
 * Sends a write. The same input keeps its key until it has succeeded, so that a second click or a
 * repeat after a lost connection never does it twice.
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
      // Why it was refused is said before the choices are here again.
      for (const queryKey of choicesOf(failure)) void queries.invalidateQueries({ queryKey })
      await Promise.all(
        (refreshes ?? []).map((queryKey) => queries.invalidateQueries({ queryKey })),
      )
      running.current.delete(textOf(input))
      // What was refused since somebody else was faster can be gone with its row.
      if (!(failure instanceof Refusal) || isGone(failure)) return
      await nextTurn()
      if (!isThere.current) tell(failure)
    },
  })
  const start = mutation.mutate as Start<Input, Output>
  return { ...mutation, mutate: useOnce(start, running, isInOrder) }
}
