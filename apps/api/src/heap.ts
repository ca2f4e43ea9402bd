import { PerformanceObserver } from "node:perf_hooks"
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8"

/** How far what V8 takes may grow. */
interface HeapBounds {
  /**
   * In bytes: where each half of the young generation grows no further. V8 itself ends at 16 MiB.
   */
  readonly halfOfYoung: number
  /** In percent of what is used: how much more the old one may have until it is collected. */
  readonly oldGrowth: number
}

const ofServices: HeapBounds = { halfOfYoung: 8 * 1024 * 1024, oldGrowth: 60 }

/** An import makes much garbage for as long as it runs, and then gives everything back. */
export const ofImports: HeapBounds = { halfOfYoung: 16 * 1024 * 1024, oldGrowth: 125 }

/**
 * What one half may hold. Its size would mislead: V8 gives the other half back while little
 * happens, and takes it again when it grows.
 */
const capacityOfHalf = (): number => {
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")
  return young ? young.space_used_size + young.space_available_size : 0
}

let bounds = ofServices
let isWatched = false
let grows = true

const check = (): void => {
  const mayGrow = 2 * capacityOfHalf() <= bounds.halfOfYoung
  if (mayGrow === grows) return
  grows = mayGrow
  setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`)
}

/**
 * Bounds the memory that V8 takes for what is no longer used: by itself it takes as much as a
 * machine of this size can spare. Flags of the command line would say the same, but no command of
 * npm or the shell has a place for them. The last call counts.
 */
export const boundHeap = (given = ofServices): void => {
  bounds = given
  if (!isWatched) new PerformanceObserver(check).observe({ entryTypes: ["gc"] })
  isWatched = true
  setFlagsFromString(`--heap-growing-percent=${given.oldGrowth}`)
}
