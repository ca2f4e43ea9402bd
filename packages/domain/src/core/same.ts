/** Names in one order: a database may keep JSON with its names in an order of its own. */
const arranged = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** Whether two values are the same JSON, whatever the order of names in their objects. */
export const isSame = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  const [one, other] = [JSON.stringify(a), JSON.stringify(b)]
  if (one === other) return true
  // Another order of names leaves the length as it is.
  if (typeof a !== "object" || one?.length !== other?.length) return false
  return JSON.stringify(a, arranged) === JSON.stringify(b, arranged)
}
