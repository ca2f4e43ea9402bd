import type { Call } from "./calls.ts"

/** Whether a sector that was written, but not synced, has reached the disk. */
export type Reached = () => boolean

/** In bytes: what a disk writes as a whole, or not at all. */
const sector = 512

/**
 * What a disk holds of a file when power is cut at a moment: what was written before an fsync that
 * has returned, and of the rest the sectors that happened to reach it, in whatever order.
 */
export const afterCut = (
  before: Buffer,
  calls: ReadonlyArray<Call>,
  moment: number,
  reached: Reached,
): Buffer => {
  const synced = calls.filter(({ name, to }) => isSync(name) && to < moment)
  const durable = Math.max(0, ...synced.map(({ from }) => from))
  const written = calls.filter(({ name, from }) => !isSync(name) && from < moment)
  const ends = written.map(({ offset, data }) => offset + data.length)
  const image = Buffer.alloc(Math.max(before.length, ...ends))
  let length = before.copy(image)
  const keep = (data: Buffer, offset: number) => {
    length = Math.max(length, offset + data.copy(image, offset))
  }
  for (const { name, data, offset, to } of written) {
    if (name === "ftruncate") length = to < durable || reached() ? offset : length
    else if (to < durable) keep(data, offset)
    else {
      // Sectors side by side are kept as one.
      for (let at = 0; at < data.length; at += sector) {
        const start = at
        while (at < data.length && reached()) at += sector
        if (at > start) keep(data.subarray(start, at), offset + start)
      }
    }
  }
  return image.subarray(0, length)
}

export const isSync = (name: string): boolean => name === "fsync" || name === "fdatasync"

/** Yes or no at random, the same again for the same seed. */
export const chance = (seed: number): Reached => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >= 0x80000000
  }
}
