/** Maximum length of names that are compared; every name in the API is shorter. */
const maxCharacters = 64

/**
 * Returns the candidate that was probably meant: the same letters in another spelling
 * (`resetAmount`), a few letters off (`reset_amout`), or the only one that begins with the name
 * (`merchant`). Returns null if none is close.
 */
export const nearest = <const C extends string>(
  name: string,
  candidates: Iterable<C>,
): C | null => {
  if (name.length > maxCharacters) return null
  const letters = lettersOf(name)
  const maxDistance = allowance(letters)
  let best: C | null = null
  let bestDistance = maxDistance + 1
  const longer: Array<C> = []
  for (const candidate of candidates) {
    if (candidate.length > maxCharacters) continue
    const distance = editDistance(letters, lettersOf(candidate), bestDistance - 1)
    if (distance < bestDistance) {
      bestDistance = distance
      best = candidate
    }
    if (beginsWith(candidate, name) || beginsWith(name, candidate)) longer.push(candidate)
  }
  return best ?? (longer.length === 1 ? (longer[0] as C) : null)
}

/** Returns the number of letters that may differ; in a short name each counts more. */
const allowance = ({ length }: string): number => (length < 2 ? 0 : Math.min(3, 1 + (length >> 2)))

/**
 * Returns the distance between two names in letters; `maxDistance + 1` if it is greater than
 * `maxDistance`.
 */
export const distanceOf = (one: string, other: string, maxDistance: number): number =>
  one.length > maxCharacters || other.length > maxCharacters
    ? maxDistance + 1
    : editDistance(lettersOf(one), lettersOf(other), maxDistance)

const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "")

const beginsWith = (name: string, start: string): boolean =>
  start.length > 1 && name.startsWith(`${start}_`)

/**
 * Returns the number of insertions, deletions, replacements and swaps of neighbours between two
 * texts. It stops above `maxDistance` and then returns `maxDistance + 1`.
 */
const editDistance = (one: string, other: string, maxDistance: number): number => {
  const tooFar = maxDistance + 1
  if (maxDistance < 0 || Math.abs(one.length - other.length) > maxDistance) return tooFar
  let before: ReadonlyArray<number> = []
  let above: ReadonlyArray<number> = Array.from({ length: other.length + 1 }, (_, n) => n)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isExchange =
        i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const changed = Math.min(
        (above[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (above[j - 1] as number) + (isSame ? 0 : 1),
      )
      row.push(isExchange ? Math.min(changed, (before[j - 2] as number) + 1) : changed)
    }
    if (Math.min(...row) > maxDistance) return tooFar
    before = above
    above = row
  }
  return Math.min(above[other.length] as number, tooFar)
}

/** Maximum number of names in a sentence. */
const mostListed = 30

/** Returns names for a sentence, and the number of further ones. */
export const listed = (names: ReadonlyArray<string>): string =>
  names.length <= mostListed
    ? names.join(", ")
    : `${names.slice(0, mostListed).join(", ")} and ${names.length - mostListed} more`
