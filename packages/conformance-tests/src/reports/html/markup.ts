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
