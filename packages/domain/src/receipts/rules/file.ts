import { type ReceiptMediaType, receiptMediaTypes } from "../../core/records/receipts.ts"

/** "At most 20 MiB." In bytes. */
export const maxReceiptBytes = 20 * 1_048_576

/** Number of first bytes that determine the type of a file. */
export const headBytes = 32

/**
 * Returns the media type of a file, "judged by its first bytes", regardless of its name and its
 * declared type; null if it cannot be a receipt.
 */
export const mediaTypeOf = (head: Uint8Array): ReceiptMediaType | null => {
  const text = (from: number, to: number) => String.fromCharCode(...head.subarray(from, to))
  if (text(0, 8) === "\x89PNG\r\n\x1a\n" && text(12, 16) === "IHDR") return "image/png"
  if (text(0, 3) === "\xff\xd8\xff") return "image/jpeg"
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "image/webp"
  if (text(4, 8) === "ftyp" && heicBrands.has(text(8, 12))) return "image/heic"
  return /^%PDF-[12]\.[0-9]/u.test(text(0, 8)) ? "application/pdf" : null
}

/**
 * Major brands of HEIF pictures that are coded in HEVC, and `mif1`, which does not specify the
 * coding.
 */
const heicBrands: ReadonlySet<string> = new Set(["heic", "heix", "heim", "heis", "mif1"])

/** File extensions of each type; names with another extension get the first one. */
const extensions: Readonly<Record<ReceiptMediaType, readonly [string, ...Array<string>]>> = {
  "image/png": [".png"],
  "image/jpeg": [".jpg", ".jpeg", ".jpe", ".jfif"],
  "image/webp": [".webp"],
  "image/heic": [".heic", ".heif", ".hif"],
  "application/pdf": [".pdf"],
}

/** "Names, codes, texts 128." */
const maxName = 128

/** Control characters, and characters that are invisible or change the direction of a text. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu

/**
 * Returns the name of a file from the given name: without folders and invisible characters, at most
 * 128 characters long. It ends in an extension of its type, because a computer opens a file by its
 * extension: it would execute `invoice.pdf.bat`.
 */
export const receiptName = (given: string | null, media_type: ReceiptMediaType): string => {
  const path = (given ?? "").slice(0, 4_096).normalize("NFC")
  const last = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1)
  const seen = last
    .replace(unseen, "")
    .trim()
    .replace(/[.\s]+$/u, "")
  const [first, ...others] = extensions[media_type]
  const lower = seen.toLowerCase()
  const own = [first, ...others].find((extension) => lower.endsWith(extension))
  const [stem, extension] =
    own === undefined ? [seen, first] : [seen.slice(0, -own.length), seen.slice(-own.length)]
  const short = [...stem]
    .slice(0, maxName - extension.length)
    .join("")
    .trim()
  return `${short === "" ? "receipt" : short}${extension}`
}

/** Media types that an upload may declare: those that phones and browsers send for receipts. */
export const declaredTypes: ReadonlyArray<string> = [
  ...receiptMediaTypes,
  "image/heif",
  "application/octet-stream",
]
