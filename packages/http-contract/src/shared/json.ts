/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>
