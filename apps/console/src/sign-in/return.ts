/** An address of ours, and no other: a link must not lead elsewhere. */
export const safeReturn = (address: string | null | undefined): string =>
  typeof address === "string" && /^\/(?![/\\])/u.test(address) ? address : "/"
