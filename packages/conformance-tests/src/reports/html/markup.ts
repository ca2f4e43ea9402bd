/** Escapes text for HTML, also for an attribute in double quotes. */
export const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")

/** Returns a tag with content that is already HTML. */
export const tag = (name: string, attributes: string, ...content: ReadonlyArray<string>): string =>
  `<${name}${attributes === "" ? "" : ` ${attributes}`}>${content.join("")}</${name}>`

/** Returns a sentence of the interface as HTML, with its backticks as code. */
export const sentenceOf = (text: string): string =>
  escaped(text.replaceAll(/\s+/gu, " ")).replaceAll(/`([^`]+)`/gu, "<code>$1</code>")
