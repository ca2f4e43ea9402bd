/** In pixels: a thumbnail is at most so wide and so high. */
export const maxSidePixels = 256

/** Of a picture, in pixels: those of the largest telephones have fewer. */
export const mostPixels = 50_000_000

/** In milliseconds: a picture of the most pixels takes two seconds on a slow machine. */
export const timeoutMs = 15_000

/** How the process says why there is no thumbnail, by its exit code. */
export const outcomes = { noSharp: 3, notDrawable: 4 } as const
