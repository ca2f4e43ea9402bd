/** A file of an archive. Content can be appended, and the checksum is updated with it. */
export class ArchivedFile {
  readonly name: string
  readonly #parts: Array<Uint8Array> = []
  #crc = 0xffffffff
  #length = 0

  constructor(name: string, text = "") {
    this.name = name
    this.add(text)
  }

  add(text: string): void {
    const bytes = utf8(text)
    this.#parts.push(bytes)
    this.#crc = crcAfter(this.#crc, bytes)
    this.#length += bytes.length
  }

  get parts(): ReadonlyArray<Uint8Array> {
    return this.#parts
  }

  get length(): number {
    return this.#length
  }

  get crc(): number {
    return (this.#crc ^ 0xffffffff) >>> 0
  }
}

/** First byte of a character with this number of further bytes. */
const leading = [0, 0xc0, 0xe0, 0xf0] as const

/** Returns the number of bytes of a character after the first one. */
const moreOf = (code: number): 0 | 1 | 2 | 3 =>
  code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3

/** Encodes a text in UTF-8. */
export const utf8 = (text: string): Uint8Array => {
  const bytes = new Uint8Array(utf8Length(text))
  let at = 0
  for (let n = 0; n < text.length; n++) {
    const code = text.codePointAt(n) as number
    const more = moreOf(code)
    if (more === 3) n++
    bytes[at++] = leading[more] | (code >> (6 * more))
    for (let rest = more - 1; rest >= 0; rest--) bytes[at++] = 0x80 | ((code >> (6 * rest)) & 0x3f)
  }
  return bytes
}

/** Length of a text in UTF-8 bytes. */
export const utf8Length = (text: string): number => {
  let length = text.length
  for (let n = 0; n < text.length; n++) {
    const more = moreOf(text.codePointAt(n) as number)
    // A character of four bytes has two units in the text.
    length += more === 3 ? 2 : more
    if (more === 3) n++
  }
  return length
}

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

const crcAfter = (before: number, bytes: Uint8Array): number => {
  let crc = before
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] as number)
  return crc
}

/** Encodes numbers of two or four bytes, lowest byte first. */
const fields = (...values: ReadonlyArray<readonly [value: number, size: 2 | 4]>): Uint8Array =>
  Uint8Array.from(
    values.flatMap(([value, size]) =>
      Array.from({ length: size }, (_, n) => (value >>> (8 * n)) & 0xff),
    ),
  )

const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/**
 * Encodes the common fields: version 2.0, names in UTF-8, no compression, and 1980-01-01, the
 * earliest date of the format.
 */
const common = ({ crc, length }: ArchivedFile, name: Uint8Array): Uint8Array =>
  fields(
    ...([
      [20, 2],
      [0x800, 2],
      [0, 2],
      [0, 2],
      [0x21, 2],
    ] as const),
    ...([
      [crc, 4],
      [length, 4],
      [length, 4],
      [name.length, 2],
    ] as const),
  )

/** Returns an archive of these files. Equal files give equal bytes. */
export const zipOf = (files: ReadonlyArray<ArchivedFile>): Uint8Array => {
  const local: Array<Uint8Array> = []
  const central: Array<Uint8Array> = []
  let offset = 0
  for (const file of files) {
    const path = utf8(file.name)
    const entry = joined([
      ...[fields([0x04034b50, 4]), common(file, path), fields([0, 2])],
      ...[path, ...file.parts],
    ])
    const place = fields([0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4])
    central.push(joined([fields([0x02014b50, 4], [20, 2]), common(file, path), place, path]))
    local.push(entry)
    offset += entry.length
  }
  const directory = joined(central)
  const count = files.length
  const end = fields(
    ...([
      [0x06054b50, 4],
      [0, 2],
      [0, 2],
      [count, 2],
      [count, 2],
    ] as const),
    ...([
      [directory.length, 4],
      [offset, 4],
      [0, 2],
    ] as const),
  )
  return joined([...local, directory, end])
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

/** Two base64 digits for each value of twelve bits. */
const pairs = Array.from(
  { length: 4_096 },
  (_, n) => `${digits.charAt(n >> 6)}${digits.charAt(n & 63)}`,
)

export const base64 = (bytes: Uint8Array): string => {
  const texts: Array<string> = []
  const byte = (at: number): number => bytes[at] ?? 0
  for (let at = 0; at < bytes.length; at += 3) {
    const bits = (byte(at) << 16) | (byte(at + 1) << 8) | byte(at + 2)
    texts.push(pairs[bits >> 12] as string, pairs[bits & 0xfff] as string)
  }
  const missing = (3 - (bytes.length % 3)) % 3
  const text = texts.join("")
  return `${text.slice(0, text.length - missing)}${"=".repeat(missing)}`
}
