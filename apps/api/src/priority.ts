import type { ChildProcess } from "node:child_process"
import { getPriority, setPriority } from "node:os"

/**
 * Lets a process give way to the service, and never go before it: an operator may have started the
 * service with a lower priority still. Where the system refuses, it has the same priority.
 */
export const lowerPriority = ({ pid }: Pick<ChildProcess, "pid">, priority: number): void => {
  try {
    if (pid !== undefined) setPriority(pid, Math.max(priority, getPriority()))
  } catch {
    // It goes on with the priority of the service.
  }
}
