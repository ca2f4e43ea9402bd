/** Text as it may stand in HTML, also inside an attribute in double quotes. */
export const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")

/** A tag with its content, which is HTML already. */
export const tag = (name: string, attributes: string, ...content: ReadonlyArray<string>): string =>
  `<${name}${attributes === "" ? "" : ` ${attributes}`}>${content.join("")}</${name}>`

/** A sentence of the interface, its code between backticks set as code. */
export const sentenceOf = (text: string): string =>
  escaped(text.replaceAll(/\s+/gu, " ")).replaceAll(/`([^`]+)`/gu, "<code>$1</code>")
