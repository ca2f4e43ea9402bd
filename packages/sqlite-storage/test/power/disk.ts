import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs"
import type { Call } from "./calls.ts"

/** Whether a sector that was written, but not synced, has reached the disk. */
export type Reached = () => boolean

/** In bytes: what a disk writes as a whole, or not at all. */
const sector = 512

/** A part of a file: where it begins, and where it ends. */
type Range = readonly [start: number, end: number]

/**
 * What a disk holds of a file when power is cut at a moment: what was written before an fsync that
 * has returned, and of the rest the sectors that happened to reach it, in whatever order. Makes the
 * file so, again and again: moments come in their order, and only what differs is written.
 */
export const cuttable = (path: string, before: Buffer, calls: ReadonlyArray<Call>) => {
  const syncs = calls.filter(({ name }) => isSync(name))
  const writes = calls.filter(({ name }) => !isSync(name))
  const ends = writes.map(({ offset, data }) => offset + data.length)
  // What was durable at the last moment; behind its length it is empty.
  const image = Buffer.alloc(Math.max(before.length, ...ends))
  let length = before.copy(image)
  let durableWrites = 0
  // Where the file is not as the image.
  let different: Array<Range> = []
  const file = openSync(path, "w")
  writeSync(file, before)

  const restore = () => {
    ftruncateSync(file, length)
    for (const [start, end] of different) {
      const part = image.subarray(start, Math.min(end, length))
      writeSync(file, part, 0, part.length, start)
    }
    different = []
  }
  /** Writes that no earlier one can come after, since all of those are durable, too. */
  const settle = (durable: number) => {
    for (; (writes[durableWrites]?.to ?? Infinity) < durable; durableWrites++) {
      const { name, data, offset } = writes[durableWrites] as Call
      if (name === "ftruncate") {
        image.fill(0, offset, Math.max(offset, length))
        different.push([offset, length])
        length = offset
      } else {
        length = Math.max(length, offset + data.copy(image, offset))
        different.push([offset, offset + data.length])
      }
    }
  }
  const keep = (data: Buffer, offset: number, reached: Reached) => {
    different.push([offset, offset + data.length])
    // Sectors side by side are kept as one.
    for (let at = 0; at < data.length; at += sector) {
      const start = at
      while (at < data.length && reached()) at += sector
      const kept = Math.min(at, data.length) - start
      if (kept > 0) writeSync(file, data, start, kept, offset + start)
    }
  }
  return {
    cut: (moment: number, reached: Reached): void => {
      const synced = syncs.filter(({ to }) => to < moment)
      const durable = Math.max(0, ...synced.map(({ from }) => from))
      settle(durable)
      restore()
      for (const { name, data, offset, from, to } of writes.slice(durableWrites)) {
        if (from >= moment) continue
        const isDurable = to < durable
        if (name !== "ftruncate") keep(data, offset, isDurable ? () => true : reached)
        else if (isDurable || reached()) {
          ftruncateSync(file, offset)
          different.push([offset, length])
        }
      }
    },
    close: () => closeSync(file),
  }
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
