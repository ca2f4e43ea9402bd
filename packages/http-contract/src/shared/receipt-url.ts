import { Schema, SchemaTransformation } from "effect"
import { says } from "./code.ts"

/** A host, then maybe a port, a path, a query; without a name and a password. */
const absolute =
  /^https?:\/\/(?:[\p{L}\p{N}._~-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?(?:[/?#][^\s\\]*)?$/iu
const ours = /^\/v[12]\/businesses\/[1-9][0-9]*(?:\/[A-Za-z0-9._~%-]+)+$/u
const climbing = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/iu

/** "A receipt's URL is absolute http(s), or one of ours": a path of this service. */
export const isReceiptUrl = (url: string): boolean =>
  absolute.test(url) || (ours.test(url) && !climbing.test(url))

const maxCharacters = 1_000
const fits = (url: string): boolean =>
  url.length <= maxCharacters ||
  (url.length <= 2 * maxCharacters && Array.from(url).length <= maxCharacters)

/** The URL of a receipt, at most 1000 characters, kept as it is written. */
export const ReceiptUrl = Schema.String.annotate({
  description: "An absolute http or https URL, or a path of this service.",
  format: "uri-reference",
  examples: ["https://receipts.example.com/1.pdf"],
})
  .check(
    Schema.makeFilter(fits, {
      ...says("too_long", `Must have at most ${maxCharacters} characters.`),
      toJsonSchema: () => ({ minLength: 1, maxLength: maxCharacters }),
    }),
  )
  .pipe(
    Schema.decodeTo(
      Schema.String.check(
        Schema.makeFilter(
          isReceiptUrl,
          says("invalid_url", "Must be an absolute URL (https://…) or a path of this service."),
        ),
      ),
      SchemaTransformation.transform({ decode: (url) => url.trim(), encode: (url: string) => url }),
    ),
  )
