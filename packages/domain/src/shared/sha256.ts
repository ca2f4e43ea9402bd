/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const constants = new Uint32Array(64)
/** The same of the square roots of the first eight. */
const initial = new Uint32Array(8)

const fraction = (root: number): number => (root - Math.floor(root)) * 0x1_0000_0000

for (let prime = 2, n = 0; n < 64; prime++) {
  let isPrime = true
  for (let factor = 2; factor * factor <= prime; factor++) {
    if (prime % factor === 0) isPrime = false
  }
  if (!isPrime) continue
  if (n < 8) initial[n] = fraction(Math.sqrt(prime))
  constants[n++] = fraction(Math.cbrt(prime))
}

const encoder = new TextEncoder()

/**
 * SHA-256 (FIPS 180-4) of a text in UTF-8, in 64 lower-case hexadecimal digits: for places where
 * there is no library of cryptography. Not for secrets.
 */
export const sha256 = (text: string): string => {
  const bytes = encoder.encode(text)
  const blocks = ((bytes.length + 8) >> 6) + 1
  const padded = new Uint8Array(blocks * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x2000_0000))
  view.setUint32(padded.length - 4, bytes.length << 3)
  const state = Uint32Array.from(initial)
  const words = new Uint32Array(64)
  for (let block = 0; block < blocks; block++) {
    for (let n = 0; n < 16; n++) words[n] = view.getUint32(block * 64 + n * 4)
    compress(state, words)
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("")
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

const at = (words: Uint32Array, n: number): number => words[n] as number

const compress = (state: Uint32Array, words: Uint32Array): void => {
  for (let n = 16; n < 64; n++) {
    const [a, b] = [at(words, n - 15), at(words, n - 2)]
    const small = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)
    const large = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10)
    words[n] = at(words, n - 16) + small + at(words, n - 7) + large
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as Array8
  for (let n = 0; n < 64; n++) {
    const large = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const first = (h + large + ((e & f) ^ (~e & g)) + at(constants, n) + at(words, n)) | 0
    const small = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
    const second = (small + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  for (const [n, word] of [a, b, c, d, e, f, g, h].entries()) state[n] = at(state, n) + word
}

type Array8 = readonly [number, number, number, number, number, number, number, number]
