/** Plan of each round, drawn before it begins. */
import { Bag, Chance } from "./chance.ts"

/** Planned fault. */
export interface Planned {
  readonly fault: string
  /** Seconds between the round's first fault and this one. */
  readonly after: number
  /**
   * Seed of the fault's random choices, so that they do not depend on the timing of another fault.
   */
  readonly seed: number
}

/** One or two faults. The second begins while the first is active or the cluster recovers. */
export type Plan = readonly [Planned] | readonly [Planned, Planned]

/** Longest delay between the two faults, in seconds. */
const apart = 8

/** Draws rounds: each fault in turn is the first, and the second is any other fault. */
export class Plans {
  readonly #names: ReadonlyArray<string>
  readonly #chance: Chance
  readonly #bag: Bag<string>
  readonly #pairs: number

  /** `pairs` is the number of rounds with two faults, per hundred. */
  constructor(names: ReadonlyArray<string>, pairs: number, seed: number) {
    this.#names = names
    this.#chance = new Chance(seed)
    this.#bag = new Bag(names, this.#chance)
    this.#pairs = pairs
  }

  next(): Plan {
    const name = this.#bag.next()
    const others = this.#names.filter((other) => other !== name)
    const isPair = this.#chance.next() * 100 < this.#pairs
    const first = this.#planned(name, 0)
    if (!isPair || others.length === 0) return [first]
    return [first, this.#planned(this.#chance.of(others), this.#chance.from(0, apart))]
  }

  #planned(fault: string, after: number): Planned {
    return { fault, after, seed: this.#chance.from(0, 1e9) }
  }
}

export const nameOf = (plan: Plan): string => plan.map(({ fault }) => fault).join(" + ")
