/** Doubt that a check can settle. Callers that arrive during a check share its result. */
export interface Doubt<A> {
  readonly raise: () => void
  readonly isRaised: () => boolean
  /** Returns the state since the doubt was last raised. A check that fails settles nothing. */
  readonly check: () => Promise<A>
}

export const makeDoubt = <A>(options: {
  readonly look: () => Promise<A>
  /** True if the result leaves no doubt. */
  readonly settles: (found: A) => boolean
  /** Acts on the result, once for all callers. */
  readonly act: (found: A) => void
}): Doubt<A> => {
  let raised = 0
  let settled = 0
  let running: Promise<A> | null = null
  const run = async (): Promise<A> => {
    for (;;) {
      const since = raised
      const found = await options.look()
      // A result from before the latest doubt says nothing about it.
      if (since !== raised) continue
      if (options.settles(found)) settled = since
      options.act(found)
      return found
    }
  }
  const check = (): Promise<A> => {
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
  const raise = () => {
    raised += 1
  }
  return { raise, isRaised: () => settled < raised, check }
}
