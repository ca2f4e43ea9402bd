/** Period of a time, by rule; `last` counts backups. */
const periods = {
  last: (time: string) => time,
  hourly: (time: string) => time.slice(0, 13),
  daily: (time: string) => time.slice(0, 10),
  weekly: (time: string) => mondayOf(time),
  monthly: (time: string) => time.slice(0, 7),
  yearly: (time: string) => time.slice(0, 4),
} as const

type Period = keyof typeof periods

/** Retention rules. A backup is retained if any rule retains it. */
export type Keep = ReadonlyMap<Period, number> | "all"

const dayMs = 86_400_000

/** First day of the week of a time, in UTC. */
const mondayOf = (time: string): string => {
  const day = Date.parse(`${time.slice(0, 10)}T00:00:00Z`)
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7
  return new Date(day - sinceMonday * dayMs).toISOString().slice(0, 10)
}

const isPeriod = (name: string): name is Period => Object.hasOwn(periods, name)

/** Parses `last=3,daily=7` or `all`; null if the text is invalid. */
export const readKeep = (text: string): Keep | null => {
  if (text === "all") return "all"
  const keep = new Map<Period, number>()
  for (const part of text.split(",")) {
    const [, name = "", count] = /^([a-z]+)=([1-9]\d{0,3})$/u.exec(part.trim()) ?? []
    if (!isPeriod(name) || keep.has(name)) return null
    keep.set(name, Number(count))
  }
  return keep
}

/**
 * Returns those of the given backup times (ISO 8601, UTC) that the rules retain. A rule retains the
 * newest backup of each of its latest periods. A period without a backup does not count.
 */
export const retainedOf = (times: ReadonlyArray<string>, keep: Keep): ReadonlySet<string> => {
  if (keep === "all") return new Set(times)
  const newestFirst = times.toSorted().toReversed()
  const retained = new Set<string>()
  for (const [period, count] of keep) {
    const seen = new Set<string>()
    for (const time of newestFirst) {
      const key = periods[period](time)
      if (seen.has(key)) continue
      if (seen.size === count) break
      seen.add(key)
      retained.add(time)
    }
  }
  return retained
}
