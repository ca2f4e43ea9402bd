import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs"
import type { Call } from "./calls.ts"

/** Returns true if a sector that was written, but not synced, has reached the disk. */
export type Reached = () => boolean

/** Size of a sector, which a disk writes completely or not at all, in bytes. */
const sector = 512

/** A part of a file: its start and its end. */
type Range = readonly [start: number, end: number]

/**
 * Writes a file as a disk has it after a power cut at a moment: all writes before an fsync that has
 * returned and, of the others, the sectors that happened to reach the disk, in any order. It can do
 * so repeatedly: moments must rise, and only differences are written.
 */
export const cuttable = (path: string, before: Buffer, calls: ReadonlyArray<Call>) => {
  const syncs = calls.filter(({ name }) => isSync(name))
  const writes = calls.filter(({ name }) => !isSync(name))
  const ends = writes.map(({ offset, data }) => offset + data.length)
  // Durable content at the last moment; empty after `length`.
  const image = Buffer.alloc(Math.max(before.length, ...ends))
  let length = before.copy(image)
  let durableWrites = 0
  // Parts of the file that differ from the image.
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
  /** Applies writes that no earlier one can follow, because all of those are also durable. */
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
    // Adjacent sectors are written together.
    for (let at = 0; at < data.length; at += sector) {
      const start = at
      while (at < data.length && reached()) at += sector
      const size = Math.min(at, data.length) - start
      if (size > 0) writeSync(file, data, start, size, offset + start)
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

/** Returns random answers, which are the same for the same seed. */
export const chance = (seed: number): Reached => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >= 0x80000000
  }
}
