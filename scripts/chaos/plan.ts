/** What is to happen in each round, drawn before it begins. */
import { Bag, Chance } from "./chance.ts"

/** A fault of a round. */
export interface Planned {
  readonly fault: string
  /** Seconds after the round's first fault. */
  readonly after: number
  /** Of its own choices: they do not depend on how fast another fault is. */
  readonly seed: number
}

/** One fault, or two: the second begins while the first stands, or while the cluster mends. */
export type Plan = readonly [Planned] | readonly [Planned, Planned]

/** The most seconds between the two. */
const apart = 8

/** Draws rounds: each fault has its turn as the first, and the second is any other. */
export class Plans {
  readonly #names: ReadonlyArray<string>
  readonly #chance: Chance
  readonly #bag: Bag<string>
  readonly #pairs: number

  /** Of a hundred rounds, `pairs` have two faults. */
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
