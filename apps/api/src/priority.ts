import type { ChildProcess } from "node:child_process"
import { setPriority } from "node:os"

/** Lets a process give way to the service. Where the system refuses, it has the same priority. */
export const lowerPriority = ({ pid }: ChildProcess, priority: number): void => {
  try {
    if (pid !== undefined) setPriority(pid, priority)
  } catch {
    // It goes on with the priority of the service.
  }
}
