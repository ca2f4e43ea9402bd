import { distanceOf } from "@outlay/http-contract"

/** Segments of a path of the interface: the number of each text, -1 for a parameter. */
interface Form {
  readonly names: ReadonlyArray<string>
  readonly texts: ReadonlyArray<number>
}

export interface NearestPath {
  /**
   * Returns the path that was probably meant, with the ids that were given; null if none is near.
   */
  readonly of: (path: string) => string | null
}

const longestPath = 512
const mostSegments = 12
/** Maximum number of changes: beyond it, no path is likelier than another. */
const mostChanges = 3

/**
 * Creates a search for the nearest of the paths. Anyone may trigger it, so it is cheap: each text
 * is compared once with each segment, and a path is skipped as soon as it cannot be the nearest.
 */
export const nearestPathOf = (paths: Iterable<string>): NearestPath => {
  const texts: Array<string> = []
  const forms = [...new Set(paths)].map((path) => formOf(path, texts))
  return {
    of: (path) => {
      if (path.length > longestPath) return null
      const given = path.split("/").filter((segment) => segment !== "")
      return given.length === 0 || given.length > mostSegments
        ? null
        : nearestOf(forms, comparison(given, texts))
    },
  }
}

/** Returns the segments of a path; adds new texts to `texts`. */
const formOf = (path: string, texts: Array<string>): Form => {
  const names = path.split("/").filter((segment) => segment !== "")
  const numberOf = (name: string): number => {
    const known = texts.indexOf(name)
    return known === -1 ? texts.push(name) - 1 : known
  }
  return { names, texts: names.map((name) => (name.startsWith("{") ? -1 : numberOf(name))) }
}

/**
 * The segments that were given, and the number of changes that turn one of them into a text of a
 * form.
 */
interface Given {
  readonly segments: ReadonlyArray<string>
  readonly changes: (segment: number, text: number) => number
}

const unknown = 255

const comparison = (segments: ReadonlyArray<string>, texts: ReadonlyArray<string>): Given => {
  const asParameters = segments.map(asParameter)
  const known = new Uint8Array(segments.length * texts.length).fill(unknown)
  return {
    segments,
    changes: (segment, text) => {
      if (text === -1) return asParameters[segment] as number
      const place = segment * texts.length + text
      const before = known[place] as number
      if (before !== unknown) return before
      const changes = changesBetween(segments[segment] as string, texts[text] as string)
      known[place] = changes
      return changes
    },
  }
}

/** Fewest changes, by number of segments of the form and number of given segments. */
type Costs = ReadonlyArray<ReadonlyArray<number>>

const nearestOf = (forms: ReadonlyArray<Form>, given: Given): string | null => {
  let best: string | null = null
  let minChanges = mostChanges + 1
  for (const form of forms) {
    if (Math.abs(form.names.length - given.segments.length) > mostChanges) continue
    const costs = costsOf(form, given, minChanges)
    if (costs === null) continue
    const filled = filledOf(form, given, costs)
    if (!isFounded(form, filled)) continue
    minChanges = costs.at(-1)?.at(-1) as number
    best = written(form, filled)
  }
  return best
}

/**
 * True if at least one literal segment of the form was given. If not, the form is no nearer than
 * any other.
 */
const isFounded = ({ texts }: Form, filled: ReadonlyArray<string | null>): boolean =>
  texts.some((text, n) => text !== -1 && filled[n] !== null)

/** Returns 1 for names that differ only in case or in the separator of their words. */
const changesBetween = (segment: string, literal: string): number => {
  if (segment === literal) return 0
  if (version.test(segment) && version.test(literal)) return 1
  const maxDistance = Math.min(mostChanges, 1 + (literal.length >> 2))
  const distance = distanceOf(segment, literal, maxDistance)
  return distance > maxDistance ? mostChanges + 1 : Math.max(1, distance)
}

const version = /^v\d{1,2}$/u

/** Cost of a segment of the form that was not given. */
const missingCost = (index: number): number => (index < leadingSegments ? 1 : 2)
/** Cost of a given segment that the form does not have. */
const addedCost = mostChanges + 1

/**
 * Returns the costs of the cheapest alignment of the given segments with the form, in which
 * segments may be missing or added; null if it needs `minChanges` or more.
 */
const costsOf = ({ texts }: Form, given: Given, minChanges: number): Costs | null => {
  const width = given.segments.length
  const first = [0]
  for (let n = 0; n < width; n++) first.push(prefixCost + n * mostChanges)
  const rows = [first]
  for (const [index, text] of texts.entries()) {
    const above = rows[index] as ReadonlyArray<number>
    const row = [(above[0] as number) + missingCost(index)]
    let least = row[0] as number
    for (let n = 0; n < width; n++) {
      const taken = (above[n] as number) + given.changes(n, text)
      const left = (above[n + 1] as number) + missingCost(index)
      const changes = Math.min(taken, left, (row[n] as number) + addedCost)
      row.push(changes)
      if (changes < least) least = changes
    }
    if (least >= minChanges) return null
    rows.push(row)
  }
  return (rows.at(-1)?.at(-1) as number) < minChanges ? rows : null
}

/**
 * Returns the given segment at each position of the form, computed from its end to its beginning.
 */
const filledOf = (
  { texts }: Form,
  { segments, changes }: Given,
  costs: Costs,
): ReadonlyArray<string | null> => {
  const filled = texts.map((): string | null => null)
  let n = segments.length
  let index = texts.length
  while (index > 0) {
    const at = (row: number, column: number) => costs[row]?.[column] as number
    const cost = at(index, n)
    const text = texts[index - 1] as number
    if (n > 0 && cost === at(index - 1, n - 1) + changes(n - 1, text)) {
      filled[--index] = segments[--n] ?? null
    } else if (cost === at(index - 1, n) + missingCost(index - 1)) index--
    else n--
  }
  return filled
}

/** Version, `businesses` and the id of the business: the segments that people omit most often. */
const leadingSegments = 3
/** Cost of a prefix such as `/api`, which people add most often. */
const prefixCost = 2

/**
 * Cost of a segment as a parameter: ids have digits, so a word is more likely a segment of its own.
 */
const asParameter = (text: string): number => (/\d/u.test(text) ? 0 : 2)

const shown = /^[A-Za-z0-9-]{1,64}$/u

const written = ({ texts, names }: Form, filled: ReadonlyArray<string | null>): string =>
  names
    .map((name, n) => {
      const text = texts[n] === -1 ? (filled[n] ?? null) : null
      return text !== null && shown.test(text) ? text : name
    })
    .map((segment) => `/${segment}`)
    .join("")
