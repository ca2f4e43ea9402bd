const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

/** Escapes a text for HTML. */
export const escape = (text: string): string =>
  text.replaceAll(/[&<>"']/gu, (char) => entities[char] as string)

const style = `
:root { color-scheme: light dark; --accent: #0b7a5b }
@media (prefers-color-scheme: dark) { :root { --accent: #4fd1a5 } }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1.5rem }
h1 { font-size: 1.8rem } h2 { font-size: 1.25rem; margin-top: 2.5rem }
small { opacity: .7; font-weight: normal } a { color: var(--accent) }
code { font: .9em/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
pre { padding: .8rem 1rem; overflow-x: auto; border-radius: .4rem;
  font: .85em/1.5 ui-monospace, monospace; background: #8882 }
section:target { outline: 2px solid var(--accent); outline-offset: .4rem }
`

/** A self-contained page: no script, no font, no network. */
export const htmlDocument = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} · Outlay</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escape(title)}</h1>
${body}
</main>
</body>
</html>
`
