/** Scales of charts, in pixels. */
import { extent, nice, ticks } from "d3-array"

export interface Axis {
  /** Round amounts labelled on the axis, smallest first. */
  readonly marks: ReadonlyArray<number>
  /** Returns the distance of an amount from the top. */
  readonly at: (amount: number) => number
}

/** Returns an axis that starts and ends at round amounts and always contains 0. */
export const axisOf = (amounts: ReadonlyArray<number>, height: number, count = 4): Axis => {
  const [least = 0, most = 0] = extent([0, ...amounts]) as [number, number]
  const [low, high] = least === most ? [0, 1] : nice(least, most, count)
  return {
    // Labels between equal bounds would all be the same.
    marks: least === most ? [0] : ticks(low, high, count),
    at: (amount) => height - ((amount - low) / (high - low)) * height,
  }
}

/** Returns how many days apart labels must be to have enough room. */
export const labelStep = (count: number, width: number, room = 72): number =>
  Math.max(1, Math.ceil((count * room) / Math.max(1, width)))

/** Number of days after which a label without a year could be ambiguous. */
const longestWithoutYearDays = 330
const dayMs = 86_400_000

/** True if the labels of these days need the year. */
export const needsYear = (first: string, last: string): boolean =>
  Date.parse(last) - Date.parse(first) > longestWithoutYearDays * dayMs

/** Returns a path through the points, with gaps where points are missing. */
export const lineOf = (points: ReadonlyArray<readonly [number, number | null]>): string => {
  let isDrawing = false
  let path = ""
  for (const [x, y] of points) {
    if (y !== null) path += `${isDrawing ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`
    isDrawing = y !== null
  }
  return path
}
