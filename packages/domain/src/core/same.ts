/**
 * Sorts the names of an object, because a database may store JSON with its names in another order.
 */
const arranged = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** True if two values are the same JSON, in any order of names in their objects. */
export const isSame = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  const [one, other] = [JSON.stringify(a), JSON.stringify(b)]
  if (one === other) return true
  // The order of names does not affect the length.
  if (typeof a !== "object" || one?.length !== other?.length) return false
  return JSON.stringify(a, arranged) === JSON.stringify(b, arranged)
}
