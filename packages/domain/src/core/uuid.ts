const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))
const hex12 = Array.from({ length: 0x1000 }, (_, bits) => bits.toString(16).padStart(3, "0"))

/** Random bytes, and the same bytes as digits, of which the first `used` are used up. */
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
 * Creates a source of version 7 UUIDs (RFC 9562): 48 bits of Unix milliseconds, a 12-bit counter
 * that orders ids of one millisecond, 62 random bits. If the clock stops or steps back, the source
 * continues in its last millisecond, so ids never sort before earlier ones.
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

/** Returns the time of a version 7 UUID in milliseconds. */
export const millisOfUuid = (uuid: string): number =>
  Number(`0x${uuid.slice(0, 8)}${uuid.slice(9, 13)}`)

/** Returns `length` UUIDs of one instant, in order. */
export const uuidsFrom =
  (uuid: (now: number) => string, length: number) =>
  (now: number): ReadonlyArray<string> =>
    Array.from({ length }, () => uuid(now))

/** Formats the milliseconds, followed by the version digit. */
const timeOf = (millis: number): string => {
  const digits = millis.toString(16).padStart(12, "0")
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7`
}

const format = (time: string, counter: number): string => {
  if (used === digits.length) refill()
  const start = used
  used += 16
  // Two bits of the first digit are the variant. All other bits are random.
  const variant = "89ab"[((pool[start / 2] as number) >> 4) & 3]
  const [a, b] = [digits.slice(start + 1, start + 4), digits.slice(start + 4, used)]
  return `${time}${hex12[counter]}-${variant}${a}-${b}`
}
