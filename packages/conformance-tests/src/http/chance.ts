import { createHash } from "node:crypto"

/** Returns a generator of numbers in [0, 1) that the seed and the words determine. */
export const chance = (seed: number, ...words: ReadonlyArray<string>): (() => number) => {
  const digest = createHash("sha256")
    .update([seed, ...words].join("\0"))
    .digest()
  let state = digest.readUInt32LE(0)
  // mulberry32
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns the same items in an order determined by `random`. */
export const shuffled = <A>(things: ReadonlyArray<A>, random: () => number): ReadonlyArray<A> => {
  const order = [...things]
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const held = order[last] as A
    order[last] = order[other] as A
    order[other] = held
  }
  return order
}
