/** For how many of the latest periods the newest backup is kept; `last` counts backups. */
const periods = {
  last: (time: string) => time,
  hourly: (time: string) => time.slice(0, 13),
  daily: (time: string) => time.slice(0, 10),
  weekly: (time: string) => mondayOf(time),
  monthly: (time: string) => time.slice(0, 7),
  yearly: (time: string) => time.slice(0, 4),
} as const

type Period = keyof typeof periods

/** Which backups are kept: those that any of its rules keeps. */
export type Keep = ReadonlyMap<Period, number> | "all"

const dayMs = 86_400_000

/** The first day of the week that a time is in, in UTC. */
const mondayOf = (time: string): string => {
  const day = Date.parse(`${time.slice(0, 10)}T00:00:00Z`)
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7
  return new Date(day - sinceMonday * dayMs).toISOString().slice(0, 10)
}

const isPeriod = (name: string): name is Period => Object.hasOwn(periods, name)

/** `last=3,daily=7`, or `all`; null for anything else. */
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
 * The times of the backups that are kept, of those that there are (ISO 8601, UTC). A rule keeps the
 * newest backup of each of its latest periods that have one; a period without a backup does not
 * count.
 */
export const keptOf = (times: ReadonlyArray<string>, keep: Keep): ReadonlySet<string> => {
  if (keep === "all") return new Set(times)
  const newestFirst = times.toSorted().toReversed()
  const kept = new Set<string>()
  for (const [period, count] of keep) {
    const seen = new Set<string>()
    for (const time of newestFirst) {
      const key = periods[period](time)
      if (seen.has(key)) continue
      if (seen.size === count) break
      seen.add(key)
      kept.add(time)
    }
  }
  return kept
}
