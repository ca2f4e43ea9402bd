import { chance } from "../../http/chance.ts"

/**
 * Random numbers determined by a seed and some words: the same input gives the same numbers
 * everywhere.
 */
export interface Dice {
  /** Returns a number from 0 to 1, excluding 1. */
  readonly next: () => number
  /** Returns an integer from `least` to `most`, both included. */
  readonly whole: (least: number, most: number) => number
  readonly pick: <A>(from: ReadonlyArray<A>) => A
  /** Returns some of them, each at most once, in the original order. */
  readonly some: <A>(from: ReadonlyArray<A>, count: number) => ReadonlyArray<A>
  readonly likely: (probability: number) => boolean
}

export const dice = (seed: number, ...words: ReadonlyArray<string>): Dice => {
  const next = chance(seed, ...words)
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    pick: (from) => {
      const found = from[whole(0, from.length - 1)]
      if (found === undefined) throw new RangeError("there is nothing to pick from")
      return found
    },
    some: (from, count) => {
      const left = from.map((_, index) => index)
      const taken = new Set<number>()
      while (taken.size < count && left.length > 0) {
        for (const index of left.splice(whole(0, left.length - 1), 1)) taken.add(index)
      }
      return from.filter((_, index) => taken.has(index))
    },
    likely: (probability) => next() < probability,
  }
}

/**
 * Returns the decimal text of an amount in hundredths, as a specification has it: `-1234` is
 * `-12.34`.
 */
export const decimal = (hundredths: number): string => {
  const digits = String(Math.abs(hundredths)).padStart(3, "0")
  return `${hundredths < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Returns the hundredths of decimal text: exact, since no binary fraction is involved. */
export const hundredths = (text: string): number => {
  const [, sign, whole, fraction = ""] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/u.exec(text) ?? []
  if (whole === undefined) throw new RangeError(`"${text}" is no amount of at most two decimals`)
  const magnitude = Number(whole) * 100 + Number(fraction.padEnd(2, "0"))
  return sign === "-" ? -magnitude : magnitude
}
