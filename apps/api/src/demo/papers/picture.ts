import { constants, crc32, deflateSync } from "node:zlib"
import { advance, inkAt, plain } from "./font.ts"

/** Colours of a picture, as indexes of its palette. */
export const colours = { paper: 0, ink: 1, grey: 2, accent: 3 } as const
type Colour = (typeof colours)[keyof typeof colours]

/** A drawing. Each of its pixels becomes two by two pixels of the PNG. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

export const blank = (width: number, height: number): Picture => ({
  ...{ width, height },
  pixels: new Uint8Array(width * height),
})

export const fill = (
  { width, pixels }: Picture,
  [left, top, wide, high]: readonly [number, number, number, number],
  colour: Colour,
): void => {
  for (let y = top; y < top + high; y++) {
    pixels.fill(colour, y * width + left, y * width + left + wide)
  }
}

/** Writes a text, scaled by `size`. */
export const write = (
  picture: Picture,
  text: string,
  [left, top]: readonly [number, number],
  { size = 1, colour = colours.ink }: { readonly size?: number; readonly colour?: Colour } = {},
): void => {
  const written = plain(text)
  for (let place = 0; place < written.length; place++) {
    const code = written.charCodeAt(place)
    for (let x = 0; x < 5; x++) {
      for (let y = 0; y < 8; y++) {
        if (!inkAt(code, x, y)) continue
        const at = left + (place * advance + x) * size
        fill(picture, [at, top + y * size, size, size], colour)
      }
    }
  }
}

const chunk = (name: string, data: Uint8Array): Buffer => {
  const made = Buffer.alloc(data.length + 12)
  made.writeUInt32BE(data.length)
  made.write(name, 4, "latin1")
  made.set(data, 8)
  made.writeUInt32BE(crc32(made.subarray(4, -4)), made.length - 4)
  return made
}

const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1")

/** PNG filter "Up": each byte is the difference to the byte above. */
const up = 2

/** Returns the rows of the PNG: each drawn pixel is two by two pixels of two bits. */
const rowsOf = ({ width, height, pixels }: Picture): Uint8Array => {
  const length = width / 2 + 1
  const rows = new Uint8Array(2 * height * length)
  for (let y = 0; y < height; y++) {
    const at = 2 * y * length
    for (let x = 0; x < width; x += 2) {
      const from = y * width + x
      rows[at + 1 + x / 2] = (pixels[from] as number) * 0x50 + (pixels[from + 1] as number) * 5
    }
    rows[at + length] = up
  }
  return rows
}

/**
 * Returns the picture as a PNG of twice the width and height. It is compressed with run-length
 * matching only, so that the bytes are the same on every processor.
 */
export const pngOf = (picture: Picture, palette: ReadonlyArray<number>): Uint8Array => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(picture.width * 2)
  header.writeUInt32BE(picture.height * 2, 4)
  // Two bits per pixel, with a palette.
  header.set([2, 3], 8)
  const colour = (rgb: number) => [rgb >> 16, (rgb >> 8) & 255, rgb & 255]
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", Uint8Array.from(palette.flatMap(colour))),
    chunk("IDAT", deflateSync(rowsOf(picture), { strategy: constants.Z_RLE })),
    chunk("IEND", new Uint8Array()),
  ])
}
