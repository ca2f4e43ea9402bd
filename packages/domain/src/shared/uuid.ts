const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

const pool = new Uint8Array(4096)
let used = pool.length

/**
 * A source of version 7 UUIDs (RFC 9562): 48 bits of Unix milliseconds, a 12-bit counter that keeps
 * ids of one millisecond in order, 62 random bits. When the clock stands still or steps back, the
 * last millisecond is kept and the counter goes on, so ids never sort before one made earlier.
 */
export const makeUuids = (): ((now: number) => string) => {
  let millis = 0
  let counter = 0
  return (now) => {
    if (now > millis) {
      millis = now
      counter = 0
    } else if (++counter > 0xfff) {
      millis++
      counter = 0
    }
    return format(millis, counter)
  }
}

/** So many UUIDs of one moment, in order. */
export const uuidsFrom =
  (uuid: (now: number) => string, length: number) =>
  (now: number): ReadonlyArray<string> =>
    Array.from({ length }, () => uuid(now))

const format = (millis: number, counter: number): string => {
  if (used + 8 > pool.length) {
    globalThis.crypto.getRandomValues(pool)
    used = 0
  }
  const time = millis.toString(16).padStart(12, "0")
  const byte = (): string => hex[pool[used++] as number] as string
  const variant = hex[((pool[used++] as number) & 0x3f) | 0x80] as string
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, "0")}-${variant}${byte()}-${byte()}${byte()}${byte()}${byte()}${byte()}${byte()}`
}
