import type { ChildProcess } from "node:child_process"
import { getPriority, setPriority } from "node:os"

/**
 * Lowers the priority of a child process, but never above that of the service, which an operator
 * may have started with an even lower one.
 */
export const lowerPriority = ({ pid }: Pick<ChildProcess, "pid">, priority: number): void => {
  try {
    if (pid !== undefined) setPriority(pid, Math.max(priority, getPriority()))
  } catch {
    // If the system refuses, the child process has the priority of the service.
  }
}
