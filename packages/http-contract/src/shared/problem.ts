/** A refusal of the domain: an error class, named for what is the case. */
export type RefusalClass<E> = abstract new (
  ...args: any
) => E & { readonly _tag: string; readonly message: string }

/** How a refusal is answered as `application/problem+json`. A status has one home: here. */
export interface Problem<E> {
  readonly tag: string
  readonly status: number
  readonly title: string
  /** The stable code, snake_case. */
  readonly code: (refusal: E) => string
  /** Every code it can have, for the document. */
  readonly codes: ReadonlyArray<string>
  readonly "~refusal"?: E
}

export type RefusalOf<P> = P extends Problem<infer E> ? E : never

const snakeCase = (tag: string): string =>
  tag.replace(/(?<=[a-z0-9])[A-Z]/gu, (letter) => `_${letter}`).toLowerCase()

/**
 * The problem of a refusal; its code is the refusal's own name in snake_case unless it says
 * otherwise.
 */
export const problem = <E>(
  refusal: RefusalClass<E>,
  options: {
    readonly status: number
    readonly title: string
    readonly code?: (refusal: E) => string
    readonly codes?: ReadonlyArray<string>
  },
): Problem<E> => {
  const tag = (refusal.prototype as Error).name
  const code = snakeCase(tag)
  return {
    tag,
    status: options.status,
    title: options.title,
    code: options.code ?? (() => code),
    codes: options.codes ?? [code],
  }
}
