import { setImmediate } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/** Collects everything that has no strong reference. */
export const collectGarbage = async (): Promise<void> => {
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as () => void
  setFlagsFromString("--no-expose-gc")
  // A pending `await` holds a reference until the turn ends.
  for (let turn = 0; turn < 3; turn++) {
    await setImmediate()
    collect()
  }
}
