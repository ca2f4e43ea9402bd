import { type ReceiptMediaType, receiptMediaTypes } from "../../core/records/receipts.ts"

/** "At most 20 MiB." In bytes. */
export const maxReceiptBytes = 20 * 1_048_576

/** How many first bytes say what a file is. */
export const headBytes = 32

/**
 * What a file is, "judged by its first bytes": nothing else that it says, or that is said of it,
 * counts. Null: it can be no receipt.
 */
export const mediaTypeOf = (head: Uint8Array): ReceiptMediaType | null => {
  const text = (from: number, to: number) => String.fromCharCode(...head.subarray(from, to))
  if (text(0, 8) === "\x89PNG\r\n\x1a\n" && text(12, 16) === "IHDR") return "image/png"
  if (text(0, 3) === "\xff\xd8\xff") return "image/jpeg"
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "image/webp"
  if (text(4, 8) === "ftyp" && heicBrands.has(text(8, 12))) return "image/heic"
  return /^%PDF-[12]\.[0-9]/u.test(text(0, 8)) ? "application/pdf" : null
}

/** The major brands of HEIF pictures whose coding is HEVC, and the one that leaves it open. */
const heicBrands: ReadonlySet<string> = new Set(["heic", "heix", "heim", "heis", "mif1"])

/** How names of such files end; the first is given to those that end in another way. */
const extensions: Readonly<Record<ReceiptMediaType, readonly [string, ...Array<string>]>> = {
  "image/png": [".png"],
  "image/jpeg": [".jpg", ".jpeg", ".jpe", ".jfif"],
  "image/webp": [".webp"],
  "image/heic": [".heic", ".heif", ".hif"],
  "application/pdf": [".pdf"],
}

/** "Names, codes, texts 128." */
const maxName = 128

/** Controls, and characters that have no place of their own or turn the direction of a text. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu

/**
 * The name of a file, of what was given for it: without folders, without characters that are not
 * seen, at most 128. It ends as names of its type do, since a computer opens a file by its ending:
 * of `invoice.pdf.bat` it would run what comes after the first bytes.
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

/** The media types that an upload may say: what a phone or a browser takes a receipt for. */
export const declaredTypes: ReadonlyArray<string> = [
  ...receiptMediaTypes,
  "image/heif",
  "application/octet-stream",
]
