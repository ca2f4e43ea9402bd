/** Returns a path within the console; a link must not redirect to another site. */
export const safeReturn = (address: string | null | undefined): string =>
  typeof address === "string" && /^\/(?![/\\])/u.test(address) ? address : "/"
