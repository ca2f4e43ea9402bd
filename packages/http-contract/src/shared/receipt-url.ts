import { Schema, SchemaTransformation } from "effect"
import { says } from "./code.ts"

/** A host with an optional port, path and query; without user name and password. */
const absolute =
  /^https?:\/\/(?:[\p{L}\p{N}._~-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?(?:[/?#][^\s\\]*)?$/iu
const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
const ours = new RegExp(`^/v2/businesses/[1-9][0-9]*/transactions/${uuid}/receipts/${uuid}$`, "u")

/** "A receipt's URL is absolute http(s), or one of ours": the `url` of an uploaded receipt. */
export const isReceiptUrl = (url: string): boolean => absolute.test(url) || ours.test(url)

const maxCharacters = 1_000
const fits = (url: string): boolean =>
  url.length <= maxCharacters ||
  (url.length <= 2 * maxCharacters && Array.from(url).length <= maxCharacters)

/** URL of a receipt, at most 1000 characters, stored unchanged. */
export const ReceiptUrl = Schema.String.annotate({
  description: "An absolute http or https URL, or the `url` of an uploaded receipt.",
  format: "uri-reference",
  examples: ["https://receipts.example.com/1.pdf"],
})
  .check(
    Schema.makeFilter(fits, {
      ...says("too_long", `Must have at most ${maxCharacters} characters.`, {
        maximum: maxCharacters,
        of: "characters",
      }),
      toJsonSchema: () => ({ minLength: 1, maxLength: maxCharacters }),
    }),
  )
  .pipe(
    Schema.decodeTo(
      Schema.String.check(
        Schema.makeFilter(
          isReceiptUrl,
          says(
            "invalid_url",
            "Must be an absolute URL (https://…) or the url of an uploaded receipt.",
          ),
        ),
      ),
      SchemaTransformation.transform({ decode: (url) => url.trim(), encode: (url: string) => url }),
    ),
  )
