/** Maximum width and height of a thumbnail, in pixels. */
export const maxSidePixels = 256

/** Maximum number of pixels of a picture. Those of the largest phones have fewer. */
export const mostPixels = 50_000_000

/** Timeout in milliseconds. The largest allowed picture takes two seconds on a slow machine. */
export const timeoutMs = 15_000

/** Exit codes of the process if there is no thumbnail. */
export const outcomes = { noSharp: 3, notDrawable: 4 } as const
