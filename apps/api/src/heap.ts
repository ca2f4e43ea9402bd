import { PerformanceObserver } from "node:perf_hooks"
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8"

/** Limits for the growth of the V8 heap. */
interface HeapBounds {
  /** Maximum size of each half of the young generation in bytes. V8's own is 16 MiB. */
  readonly halfOfYoung: number
  /** Growth of the old generation until it is collected, in percent of its used size. */
  readonly oldGrowth: number
}

const ofServices: HeapBounds = { halfOfYoung: 8 * 1024 * 1024, oldGrowth: 60 }

/** Limits for imports, which produce much garbage and then release everything. */
export const ofImports: HeapBounds = { halfOfYoung: 16 * 1024 * 1024, oldGrowth: 125 }

/**
 * Returns the capacity of one half of the young generation. Its committed size would mislead: V8
 * releases the other half while idle, and allocates it again when it grows.
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
 * Limits the memory that V8 uses for garbage. By default it uses as much as a machine of this size
 * can spare. Command line flags would do the same, but npm and shell commands have no place for
 * them. The last call wins.
 */
export const boundHeap = (given = ofServices): void => {
  bounds = given
  if (!isWatched) new PerformanceObserver(check).observe({ entryTypes: ["gc"] })
  isWatched = true
  setFlagsFromString(`--heap-growing-percent=${given.oldGrowth}`)
}
