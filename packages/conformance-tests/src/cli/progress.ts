import { styleText } from "node:util"
import { mayHang } from "../http/missing-operations.ts"
import type { Progress } from "../http/runner.ts"

/** Output stream of progress. */
interface Terminal {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly write: (text: string) => unknown
}

const clear = "\r\u001b[2K"
const minIntervalMs = 80

/** Returns a live line: progress, counts, and the last check. */
const progressLine = (
  { done, total, counts, check }: Progress,
  seconds: number,
  columns: number,
): string => {
  const standing = [
    `${done}/${total}`,
    `${counts.pass} passed`,
    `${counts.fail} failed`,
    `${counts.untestable} untestable`,
    `${counts.blocked} blocked`,
    ...(counts.unclaimed === 0 ? [] : [`${counts.unclaimed} not claimed`]),
    `${seconds.toFixed(0)} s`,
  ].join("  ")
  return `${standing}  ${check.id}`.slice(0, columns)
}

/**
 * Shows progress on a terminal as one line that is overwritten; elsewhere it only prints failures.
 * Failures because of a missing operation are reported once, at the end.
 */
export const progress = (terminal: Terminal) => {
  const began = Date.now()
  let shown = 0
  const failure = ({ check }: Progress): string =>
    `${styleText("red", "✕", { stream: process.stderr })} ${check.id}: ${check.reason ?? ""}\n`
  return {
    tell: (made: Progress) => {
      const { verdict, expected } = made.check
      const failed = verdict === "fail" && !expected && !mayHang(made.check)
      if (terminal.isTTY !== true) {
        if (failed) terminal.write(failure(made))
        return
      }
      if (failed) terminal.write(`${clear}${failure(made)}`)
      const now = Date.now()
      if (now - shown < minIntervalMs && made.done !== made.total) return
      shown = now
      terminal.write(clear + progressLine(made, (now - began) / 1000, terminal.columns ?? 80))
    },
    end: () => {
      if (terminal.isTTY === true) terminal.write(clear)
    },
  }
}
