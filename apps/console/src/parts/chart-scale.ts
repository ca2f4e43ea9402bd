/** Where the amounts of a picture stand, in pixels. */
import { extent, nice, ticks } from "d3-array"

export interface Axis {
  /** The round amounts that are written beside the picture, the least first. */
  readonly marks: ReadonlyArray<number>
  /** How far from the top an amount stands. */
  readonly at: (amount: number) => number
}

/** An axis from round amount to round amount, with nothing (0) always on it. */
export const axisOf = (amounts: ReadonlyArray<number>, height: number, count = 4): Axis => {
  const [least = 0, most = 0] = extent([0, ...amounts]) as [number, number]
  const [low, high] = least === most ? [0, 1] : nice(least, most, count)
  return {
    // Fractions of nothing would all read the same.
    marks: least === most ? [0] : ticks(low, high, count),
    at: (amount) => height - ((amount - low) / (high - low)) * height,
  }
}

/** Every so many labels there is room for one. */
export const labelStep = (count: number, width: number, room = 72): number =>
  Math.max(1, Math.ceil((count * room) / Math.max(1, width)))

/** Days so far apart that one of them may come again a year later. */
const longestWithoutYearDays = 330
const dayMs = 86_400_000

/** Whether the labels of such days need the year. */
export const needsYear = (first: string, last: string): boolean =>
  Date.parse(last) - Date.parse(first) > longestWithoutYearDays * dayMs

/** A line through the points that there are: it is broken where one is missing. */
export const lineOf = (points: ReadonlyArray<readonly [number, number | null]>): string => {
  let isDrawing = false
  let path = ""
  for (const [x, y] of points) {
    if (y !== null) path += `${isDrawing ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`
    isDrawing = y !== null
  }
  return path
}
