/** A page with texts and filled rectangles. Coordinates are points from the bottom left. */
export class Page {
  readonly #parts: Array<string> = []

  fill([left, bottom, wide, high]: readonly [number, number, number, number], rgb: number): this {
    this.#parts.push(`${colourOf(rgb)} rg ${left} ${bottom} ${wide} ${high} re f`)
    return this
  }

  write(
    text: string,
    [left, bottom]: readonly [number, number],
    { size = 9, bold = false, rgb = 0x22262b } = {},
  ): this {
    const font = `/${bold ? "B" : "R"} ${size} Tf`
    const place = `${left} ${bottom} Td`
    this.#parts.push(`BT ${colourOf(rgb)} rg ${font} ${place} (${escaped(text)}) Tj ET`)
    return this
  }

  /** Returns the page as a PDF of half an A4 sheet. */
  toPdf(): Uint8Array {
    const content = this.#parts.join("\n")
    const font = (name: string) =>
      `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
    return fileOf([
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Contents 4 0 R " +
        "/Resources << /Font << /R 5 0 R /B 6 0 R >> >> >>",
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      font("Helvetica"),
      font("Helvetica-Bold"),
    ])
  }
}

const colourOf = (rgb: number): string =>
  [rgb >> 16, (rgb >> 8) & 255, rgb & 255].map((part) => (part / 255).toFixed(3)).join(" ")

/** Escapes a text for the PDF encoding; characters outside Latin-1 become `?`. */
const escaped = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/[^ -~¡-ÿ]/gu, "?")
    .replace(/[\\()]/gu, "\\$&")

const fileOf = (objects: ReadonlyArray<string>): Uint8Array => {
  let text = "%PDF-1.4\n"
  const places = objects.map((object, n) => {
    const at = text.length
    text += `${n + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, "0")} 00000 n \n`
  })
  const start = text.length
  const count = objects.length + 1
  text += `xref\n0 ${count}\n0000000000 65535 f \n${places.join("")}`
  text += `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, "latin1")
}
