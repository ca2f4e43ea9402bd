/** Random numbers reproducible by a seed: mulberry32. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Random number from 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  /** Random integer between two bounds, both inclusive. */
  from(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  of<A>(choices: ReadonlyArray<A>): A {
    return choices[this.from(0, choices.length - 1)] as A
  }
}

/** Draws items in random order; no item is drawn again before all others were drawn. */
export class Bag<A> {
  readonly #all: ReadonlyArray<A>
  readonly #chance: Chance
  #left: Array<A> = []

  constructor(all: ReadonlyArray<A>, chance: Chance) {
    this.#all = all
    this.#chance = chance
  }

  next(): A {
    if (this.#left.length === 0) this.#left = [...this.#all]
    return this.#left.splice(this.#chance.from(0, this.#left.length - 1), 1)[0] as A
  }
}
