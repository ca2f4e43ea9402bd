import type { Letter } from "../core/records/messages.ts"

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

const escape = (text: string): string =>
  text.replaceAll(/[&<>"']/gu, (char) => entities[char] as string)

/** Text and HTML of a letter. */
export interface WrittenLetter {
  readonly text: string
  readonly html: string
  /** Null if the public address of the service is unknown. */
  readonly unsubscribe_url: string | null
}

const sentences = {
  hello: (name: string) => `Hello ${name},`,
  end: "Stop these e-mails",
  elsewhere: "You can choose which e-mails you get in the settings of the service.",
}

const textOf = (letter: Letter, base: string | null, end: string | null): string => {
  const { name, lead, items, more, reason } = letter
  const linkText = ({ label, path }: { readonly label: string; readonly path: string }) =>
    base === null ? [] : [`  ${label}: ${base}${path}`]
  const parts = [
    sentences.hello(name),
    lead,
    ...items.map(({ title, details, links }) =>
      [`* ${title}`, ...details.map((_) => `  ${_}`), ...links.flatMap(linkText)].join("\n"),
    ),
    ...(more === null || base === null ? [] : [`${more.label}: ${base}${more.path}`]),
    // Mail clients recognise this line as the beginning of a signature.
    `-- \n${reason}\n${end === null ? sentences.elsewhere : `${sentences.end}: ${end}`}`,
  ]
  return parts.join("\n\n")
}

const anchor = (url: string, label: string): string =>
  `<a href="${escape(url)}">${escape(label)}</a>`

/** Returns HTML with elements that every client supports, without external resources. */
const htmlOf = (letter: Letter, base: string | null, end: string | null): string => {
  const { name, lead, items, more, reason } = letter
  const itemHtml = ({ title, details, links }: Letter["items"][number]): string => {
    const anchors = base === null ? [] : links.map(({ label, path }) => anchor(base + path, label))
    const lines = [
      `<strong>${escape(title)}</strong>`,
      ...details.map(escape),
      ...(anchors.length === 0 ? [] : [anchors.join(" · ")]),
    ]
    return `<li style="margin-bottom: 1em">${lines.join("<br>\n")}</li>`
  }
  const footer = end === null ? escape(sentences.elsewhere) : anchor(end, sentences.end)
  const body = [
    `<p>${escape(sentences.hello(name))}</p>`,
    `<p>${escape(lead)}</p>`,
    `<ul>\n${items.map(itemHtml).join("\n")}\n</ul>`,
    ...(more === null || base === null ? [] : [`<p>${anchor(base + more.path, more.label)}</p>`]),
    `<hr>\n<p><small>${escape(reason)}<br>\n${footer}</small></p>`,
  ].join("\n")
  const style = "font-family: sans-serif; line-height: 1.5; max-width: 40em"
  const head = `<meta charset="utf-8"><title>${escape(lead)}</title>`
  return `<!doctype html>
<html lang="en"><head>${head}</head>
<body style="${style}">
${body}
</body></html>
`
}

/**
 * Returns the URL where a token unsubscribes from one kind of notification; the service's address
 * is `base`.
 */
export const unsubscribeUrl = (base: string, token: string): string =>
  `${base}/unsubscribe?token=${token}`

/**
 * Returns a letter as plain text and as HTML, with links to the service at `base`; without links if
 * that is null.
 */
export const writtenLetter = (letter: Letter, base: string | null): WrittenLetter => {
  const unsubscribe_url = base === null ? null : unsubscribeUrl(base, letter.unsubscribe)
  return {
    text: textOf(letter, base, unsubscribe_url),
    html: htmlOf(letter, base, unsubscribe_url),
    unsubscribe_url,
  }
}
