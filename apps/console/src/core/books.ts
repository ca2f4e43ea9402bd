/** True if an instant is within closed books. */
export const isClosed = (locked_through: string | null, counted: string): boolean =>
  locked_through !== null && counted.slice(0, 10) <= locked_through
