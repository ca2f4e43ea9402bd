const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))
const hex12 = Array.from({ length: 0x1000 }, (_, bits) => bits.toString(16).padStart(3, "0"))

/** Random bytes, and the same as digits: of how many digits are `used`. */
const pool = new Uint8Array(4096)
const pairs = new Array<string>(pool.length)
let digits = ""
let used = 0

const refill = (): void => {
  globalThis.crypto.getRandomValues(pool)
  pool.forEach((byte, n) => {
    pairs[n] = hex[byte] as string
  })
  digits = pairs.join("")
  used = 0
}

/**
 * A source of version 7 UUIDs (RFC 9562): 48 bits of Unix milliseconds, a 12-bit counter that keeps
 * ids of one millisecond in order, 62 random bits. When the clock stands still or steps back, the
 * last millisecond is kept and the counter goes on, so ids never sort before one made earlier.
 */
export const makeUuids = (): ((now: number) => string) => {
  let millis = 0
  let counter = 0
  let time = timeOf(millis)
  const begin = (next: number) => {
    millis = next
    counter = 0
    time = timeOf(next)
  }
  return (now) => {
    if (now > millis) begin(now)
    else if (++counter > 0xfff) begin(millis + 1)
    return format(time, counter)
  }
}

/** So many UUIDs of one moment, in order. */
export const uuidsFrom =
  (uuid: (now: number) => string, length: number) =>
  (now: number): ReadonlyArray<string> =>
    Array.from({ length }, () => uuid(now))

/** The digits of the milliseconds, with what follows them up to the counter. */
const timeOf = (millis: number): string => {
  const digits = millis.toString(16).padStart(12, "0")
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7`
}

const format = (time: string, counter: number): string => {
  if (used === digits.length) refill()
  const start = used
  used += 16
  // Two bits of the first digit are the variant, the others of all 16 are random.
  const variant = "89ab"[((pool[start / 2] as number) >> 4) & 3]
  const [a, b] = [digits.slice(start + 1, start + 4), digits.slice(start + 4, used)]
  return `${time}${hex12[counter]}-${variant}${a}-${b}`
}
