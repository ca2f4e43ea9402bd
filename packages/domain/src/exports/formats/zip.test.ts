import fc from "fast-check"
import { expect, test } from "vitest"
import { ArchivedFile, base64, utf8, utf8Length, zipOf } from "./zip.ts"

const texts = fc.string({ unit: "binary" })

test("utf8 equals the result of an encoder", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const expected = new TextEncoder().encode(text)
      expect([...utf8(text)]).toEqual([...expected])
      expect(utf8Length(text)).toBe(expected.length)
    }),
  )
})

test("base64 is decoded to the original bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const text = base64(bytes)
      expect(Uint8Array.from(atob(text), (_) => _.charCodeAt(0))).toEqual(bytes)
    }),
  )
})

test("an archive has the CRC, the size, the name and the bytes of a file", () => {
  const file = new ArchivedFile("ü", "12345")
  file.add("6789")
  const archive = zipOf([file])
  const view = new DataView(archive.buffer)
  // Check value of CRC-32.
  expect(view.getUint32(14, true)).toBe(0xcbf43926)
  expect([view.getUint32(18, true), view.getUint16(26, true)]).toEqual([9, 2])
  expect(new TextDecoder().decode(archive.slice(30, 41))).toBe("ü123456789")
  const end = archive.length - 22
  expect(view.getUint32(end, true)).toBe(0x06054b50)
  expect([view.getUint16(end + 10, true), view.getUint32(end + 16, true)]).toEqual([1, 41])
})
