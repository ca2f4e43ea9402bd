/** Pseudorandom numbers from a seed. The same seed gives the same numbers on every machine. */
export interface Chance {
  /** Returns a number from 0 to 1, excluding 1. */
  readonly next: () => number
  /** Returns an integer from `least` to `most`, inclusive. */
  readonly integer: (least: number, most: number) => number
  readonly pick: <A>(from: ReadonlyArray<A>) => A
  /** Returns true with the given probability. */
  readonly likely: (probability: number) => boolean
}

/** mulberry32: 32 bits of state, good enough for realistic demo data. */
export const chance = (seed: number): Chance => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const integer = (least: number, most: number): number =>
    least + Math.floor(next() * (most - least + 1))
  return {
    next,
    integer,
    pick: (from) => {
      const found = from[integer(0, from.length - 1)]
      if (found === undefined) throw new RangeError("nothing to pick from")
      return found
    },
    likely: (probability) => next() < probability,
  }
}

/** Random numbers for one part. The same seed and part give the same numbers. */
export const chanceOf = (seed: number, ...part: ReadonlyArray<number>): Chance =>
  chance(part.reduce((mixed, value) => Math.imul(mixed ^ value, 0x9e3779b1) ^ (mixed >>> 15), seed))
