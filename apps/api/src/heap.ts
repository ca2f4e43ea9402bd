import { PerformanceObserver } from "node:perf_hooks"
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8"

/** In bytes: where each half of the young generation grows no further. V8 would double it again. */
const halfOfYoung = 8 * 1024 * 1024

/** In percent of what is used: how much more the old generation may have until it is collected. */
const oldGrowth = 60

/**
 * What one half may hold. Its size would mislead: V8 gives the other half back while little
 * happens, and takes it again when it grows.
 */
const capacityOfHalf = (): number => {
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")
  return young ? young.space_used_size + young.space_available_size : 0
}

/**
 * Bounds the memory that V8 takes for what is no longer used: by itself it takes as much as a
 * machine of this size can spare. Flags of the command line would say the same, but no command of
 * npm or the shell has a place for them.
 */
export const boundHeap = (): void => {
  setFlagsFromString(`--heap-growing-percent=${oldGrowth}`)
  let grows = true
  const check = (): void => {
    const mayGrow = 2 * capacityOfHalf() <= halfOfYoung
    if (mayGrow === grows) return
    grows = mayGrow
    setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`)
  }
  new PerformanceObserver(check).observe({ entryTypes: ["gc"] })
}
