/** What is wrong with the text of a parameter. */
export interface ParameterFault {
  readonly code: string
  readonly detail: string
}

/** A parameter of a query: how its text is read, strictly, and how it is described. */
export interface QueryParameter<A> {
  readonly description: string
  readonly repeatable: boolean
  readonly required: boolean
  /** What holds when it is absent; undefined filters nothing. */
  readonly absent: A
  /** Given every value of the parameter, at least one (exactly one unless `repeatable`). */
  readonly parse: (
    values: ReadonlyArray<string>,
  ) => { readonly value: A } | { readonly fault: ParameterFault }
  readonly schema: Readonly<Record<string, unknown>>
  readonly example: unknown
}

export type QueryParameters = { readonly [name: string]: QueryParameter<any> }

export type QueryOf<Q> = {
  readonly [K in keyof Q]: Q[K] extends QueryParameter<infer A> ? A : never
}
