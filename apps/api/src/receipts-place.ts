import type { S3Options } from "@outlay/file-storage"
import { Redacted } from "effect"

/** Location of receipt files; null means next to the database. */
export type ReceiptsPlace = { readonly folder: string } | { readonly s3: S3Options } | null

/** Parses `folder:<folder>`, or `s3:` followed by the URL of a bucket. */
export const readReceiptsPlace = (text: string): ReceiptsPlace | "malformed" => {
  if (text === "") return null
  const folder = /^folder:([^\0]+)$/u.exec(text)?.[1]
  if (folder !== undefined) return { folder }
  const url = text.startsWith("s3:") ? URL.parse(text.slice(3)) : null
  if (url === null || !/^https?:$/u.test(url.protocol)) return "malformed"
  const { username, password, origin, pathname, searchParams, hash } = url
  const isBucket = /^(?:\/[A-Za-z0-9._-]+)+\/?$/u.test(pathname)
  const names = [...searchParams.keys()]
  const known = names.length === 0 || (names.length === 1 && names[0] === "region")
  if (username === "" || password === "" || !isBucket || !known || hash !== "") return "malformed"
  try {
    return {
      s3: {
        url: `${origin}${pathname}`,
        region: searchParams.get("region") ?? "us-east-1",
        accessKeyId: decodeURIComponent(username),
        secretAccessKey: Redacted.make(decodeURIComponent(password)),
      },
    }
  } catch {
    return "malformed"
  }
}
