import { describe, expect, test } from "vitest"
import { mediaTypeOf, receiptName } from "./file.ts"

const bytes = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0))

const heads: ReadonlyArray<readonly [string, string, string | null]> = [
  ["a PNG", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "image/png"],
  ["a PNG that was damaged by a transfer as text", "\x89PNG\n\x1a\n\0\0\0\rIHDR", null],
  ["a PNG without a header", "\x89PNG\r\n\x1a\n", null],
  ["a JPEG", "\xff\xd8\xff\xe0\0\x10JFIF\0", "image/jpeg"],
  ["a WebP", "RIFF\x24\0\0\0WEBPVP8 ", "image/webp"],
  ["audio in the same container", "RIFF\x24\0\0\0WAVEfmt ", null],
  ["a HEIC", "\0\0\0\x18ftypheic\0\0\0\0", "image/heic"],
  ["a HEIF from a phone", "\0\0\0\x18ftypmif1\0\0\0\0", "image/heic"],
  ["a video in the same container", "\0\0\0\x18ftypisom\0\0\0\0", null],
  ["a PDF", "%PDF-1.7\n", "application/pdf"],
  ["a PDF after a space", " %PDF-1.7\n", null],
  ["a PDF without a version", "%PDF-x", null],
  ["an HTML page", "<!doctype html>", null],
  ["an SVG", "<svg xmlns=", null],
  ["a GIF", "GIF89a", null],
  ["a zip", "PK\x03\x04", null],
  ["a byte order mark before a PDF", "\xef\xbb\xbf%PDF-1.7", null],
  ["nothing", "", null],
]

test.each(heads)("%s", (_, head, type) => expect(mediaTypeOf(bytes(head))).toBe(type))

const names: ReadonlyArray<readonly [string | null, string]> = [
  [null, "receipt.pdf"],
  ["", "receipt.pdf"],
  [" ", "receipt.pdf"],
  [".", "receipt.pdf"],
  ["../..", "receipt.pdf"],
  ["a/b/", "receipt.pdf"],
  ["invoice.pdf.bat", "invoice.pdf.bat.pdf"],
  ["invoice.html", "invoice.html.pdf"],
  ["invoice.jpg", "invoice.jpg.pdf"],
  ["invoice.pdf. .", "invoice.pdf"],
  ["invoice.PDF", "invoice.PDF"],
  ["invoice\uff0epdf", "invoice\uff0epdf.pdf"],
  ["../../etc/passwd", "passwd.pdf"],
  ["C:\\Users\\me\\a.pdf", "a.pdf"],
  ["a\r\nX: y.pdf", "aX: y.pdf"],
  ["a\0b\u202egnp\u200b.pdf", "abgnp.pdf"],
  ["  a.pdf ", "a.pdf"],
  ["Cafe\u0301.pdf", "Caf\u00e9.pdf"],
  ["ß€.pdf", "ß€.pdf"],
  ["\ud800.pdf", "receipt.pdf"],
  ["x".repeat(200), `${"x".repeat(124)}.pdf`],
  [`${"x".repeat(200)}.PDF`, `${"x".repeat(124)}.PDF`],
  ["👍".repeat(200), `${"👍".repeat(124)}.pdf`],
]

describe("names", () => {
  test.each(names)("%j is %j", (given, name) =>
    expect(receiptName(given, "application/pdf")).toBe(name),
  )

  test.each([
    ["a.JPEG", "image/jpeg", "a.JPEG"],
    ["a.heif", "image/heic", "a.heif"],
    ["a.png", "image/webp", "a.png.webp"],
    ["a", "image/png", "a.png"],
  ] as const)("%j of %s is %j", (given, media_type, name) =>
    expect(receiptName(given, media_type)).toBe(name),
  )
})
