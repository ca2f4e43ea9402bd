import { distanceOf } from "@outlay/http-contract"

/** A path of the interface, by segments: a text, or null where a parameter stands. */
interface Form {
  readonly path: string
  readonly segments: ReadonlyArray<string | null>
  readonly names: ReadonlyArray<string>
}

export interface NearestPath {
  /** The path that was probably meant, with the ids that were given; null where none is near. */
  readonly of: (path: string) => string | null
}

const longestPath = 512
const mostSegments = 12
/** Changes beyond which another path is no likelier than any. */
const mostChanges = 3

/** Finds the nearest of the paths: costs no more than a few hundred short comparisons. */
export const nearestPathOf = (paths: Iterable<string>): NearestPath => {
  const forms = [...new Set(paths)].map(formOf)
  return {
    of: (path) => {
      if (path.length > longestPath) return null
      const given = path.split("/").filter((segment) => segment !== "")
      return given.length === 0 || given.length > mostSegments ? null : nearestOf(forms, given)
    },
  }
}

const formOf = (path: string): Form => {
  const names = path.split("/").filter((segment) => segment !== "")
  return { path, names, segments: names.map((name) => (name.startsWith("{") ? null : name)) }
}

/** How a form fits: the changes, and which segment stands in each place. */
interface Fit {
  readonly changes: number
  readonly filled: ReadonlyArray<string | null>
}

const nearestOf = (forms: ReadonlyArray<Form>, given: ReadonlyArray<string>): string | null => {
  const known = new Map<string, number>()
  const compare = (segment: string, literal: string): number => {
    const key = `${segment} ${literal}`
    const before = known.get(key)
    if (before !== undefined) return before
    const changes = changesBetween(segment, literal)
    known.set(key, changes)
    return changes
  }
  let best: string | null = null
  let minChanges = mostChanges + 1
  for (const form of forms) {
    if (Math.abs(form.names.length - given.length) > mostChanges) continue
    const fit = fitOf(form, given, compare)
    if (fit.changes >= minChanges || !isFounded(form, fit)) continue
    minChanges = fit.changes
    best = written(form, fit)
  }
  return best
}

/** Whether a name of the form was given at all: else it is no nearer than any other. */
const isFounded = ({ segments }: Form, { filled }: Fit): boolean =>
  segments.some((segment, n) => segment !== null && (filled[n] ?? null) !== null)

/** Names that differ only in case or in what divides their words are one change apart. */
const changesBetween = (segment: string, literal: string): number => {
  if (segment === literal) return 0
  if (version.test(segment) && version.test(literal)) return 1
  const maxDistance = Math.min(mostChanges, 1 + (literal.length >> 2))
  const distance = distanceOf(segment, literal, maxDistance)
  return distance > maxDistance ? mostChanges + 1 : Math.max(1, distance)
}

const version = /^v\d{1,2}$/u

/** The cheapest way to lay the segments along the form, with segments left out or added. */
const fitOf = (
  { segments }: Form,
  given: ReadonlyArray<string>,
  compare: (segment: string, literal: string) => number,
): Fit => {
  let above: ReadonlyArray<Fit> = given.reduce<Array<Fit>>(
    (row, _, n) => row.concat({ changes: prefixCost + n * mostChanges, filled: [] }),
    [{ changes: 0, filled: [] }],
  )
  for (const [index, segment] of segments.entries()) {
    const lacking = index < leadingSegments ? 1 : 2
    const skipped = above[0] as Fit
    const row: Array<Fit> = [
      { changes: skipped.changes + lacking, filled: [...skipped.filled, null] },
    ]
    for (const [n, text] of given.entries()) {
      const taken = above[n] as Fit
      const unused = above[n + 1] as Fit
      const before = row[n] as Fit
      const replaced = segment === null ? asParameter(text) : compare(text, segment)
      const costs = [
        taken.changes + replaced,
        unused.changes + lacking,
        before.changes + mostChanges + 1,
      ]
      const changes = Math.min(...costs)
      const filled =
        changes === costs[0]
          ? [...taken.filled, text]
          : changes === costs[1]
            ? [...unused.filled, null]
            : before.filled
      row.push({ changes, filled })
    }
    above = row
  }
  return above[given.length] as Fit
}

/** Version, `businesses` and the business's id are what people leave out first. */
const leadingSegments = 3
/** A prefix before them is what people add first, such as `/api`. */
const prefixCost = 2

/** Ids have digits; a word in the place of one is rather a segment of its own. */
const asParameter = (text: string): number => (/\d/u.test(text) ? 0 : 2)

const shown = /^[A-Za-z0-9-]{1,64}$/u

const written = ({ segments, names }: Form, { filled }: Fit): string =>
  segments
    .map((segment, n) => {
      const text = filled[n] ?? null
      return segment ?? (text !== null && shown.test(text) ? text : names[n])
    })
    .map((segment) => `/${segment}`)
    .join("")
