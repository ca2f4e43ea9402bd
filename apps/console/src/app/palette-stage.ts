/** Stage of the palette: `awaited` from the shortcut until its field has the focus. */
export type Stage = "closed" | "awaited" | "open"

/** Maximum length of a search text. */
export const mostText = 128
