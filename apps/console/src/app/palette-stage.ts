/** From the shortcut until the palette's field has the focus, it is awaited. */
export type Stage = "closed" | "awaited" | "open"

/** The longest text that is searched for. */
export const mostText = 128
