/** A file in an archive. */
export interface File {
  readonly name: string
  readonly bytes: Uint8Array
}

/** A text in UTF-8. */
export const utf8 = (text: string): Uint8Array => {
  const bytes = new Uint8Array(utf8Length(text))
  let at = 0
  for (const character of text) {
    const code = character.codePointAt(0) as number
    const more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3
    bytes[at++] = more === 0 ? code : ((0xf00 >> more) & 0xff) | (code >> (6 * more))
    for (let n = more - 1; n >= 0; n--) bytes[at++] = 0x80 | ((code >> (6 * n)) & 0x3f)
  }
  return bytes
}

/** How many bytes a text is in UTF-8. */
export const utf8Length = (text: string): number => {
  let length = 0
  for (const character of text) {
    const code = character.codePointAt(0) as number
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return length
}

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

const crc32 = (bytes: Uint8Array): number => {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] as number)
  return (crc ^ 0xffffffff) >>> 0
}

/** Numbers of two or four bytes, the lowest byte first. */
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

/** Version 2.0, names in UTF-8, no compression, and the first day that an archive can say. */
const common = (bytes: Uint8Array, name: Uint8Array): Uint8Array =>
  fields(
    ...([
      [20, 2],
      [0x800, 2],
      [0, 2],
      [0, 2],
      [0x21, 2],
    ] as const),
    ...([
      [crc32(bytes), 4],
      [bytes.length, 4],
      [bytes.length, 4],
      [name.length, 2],
    ] as const),
  )

/** An archive of these files, the same bytes for the same files. */
export const zipOf = (files: ReadonlyArray<File>): Uint8Array => {
  const local: Array<Uint8Array> = []
  const central: Array<Uint8Array> = []
  let offset = 0
  for (const { name, bytes } of files) {
    const path = utf8(name)
    const entry = joined([
      ...[fields([0x04034b50, 4]), common(bytes, path), fields([0, 2])],
      ...[path, bytes],
    ])
    const place = fields([0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4])
    central.push(joined([fields([0x02014b50, 4], [20, 2]), common(bytes, path), place, path]))
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

/** How many bytes a text in base64 stands for. */
export const base64Length = (text: string): number =>
  (text.length / 4) * 3 - (text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0)

export const base64 = (bytes: Uint8Array): string => {
  const texts: Array<string> = []
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b, c] = bytes.subarray(at, at + 3)
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0)
    const digit = (n: number): string => digits.charAt((bits >> n) & 63)
    texts.push(
      digit(18),
      digit(12),
      b === undefined ? "=" : digit(6),
      c === undefined ? "=" : digit(0),
    )
  }
  return texts.join("")
}
