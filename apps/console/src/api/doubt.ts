/** A doubt that a check can settle; who asks meanwhile waits for the same check. */
export interface Doubt<A> {
  readonly raise: () => void
  readonly isRaised: () => boolean
  /** What is the case since the doubt was raised last. A check that fails settles nothing. */
  readonly check: () => Promise<A>
}

export const makeDoubt = <A>(given: {
  readonly look: () => Promise<A>
  /** Whether what was found leaves no doubt. */
  readonly settles: (found: A) => boolean
  /** Acts on what was found, once for all who wait. */
  readonly act: (found: A) => void
}): Doubt<A> => {
  let raised = 0
  let settled = 0
  let running: Promise<A> | null = null
  const run = async (): Promise<A> => {
    for (;;) {
      const since = raised
      const found = await given.look()
      // What was answered before the latest doubt says nothing about it.
      if (since !== raised) continue
      if (given.settles(found)) settled = since
      given.act(found)
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
