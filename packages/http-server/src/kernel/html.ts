const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

/** Text as HTML shows it. */
export const escape = (text: string): string =>
  text.replaceAll(/[&<>"']/gu, (char) => entities[char] as string)

/** Text with `code` in backticks, paragraphs, and lists of lines that begin with a hyphen. */
export const prose = (text: string): string =>
  text
    .split("\n\n")
    .map((block) => {
      const lines = block.split("\n").map((line) => inline(line.replace(/^- /u, "")))
      return block.startsWith("- ")
        ? `<ul>${lines.map((line) => `<li>${line}</li>`).join("")}</ul>`
        : `<p>${lines.join(" ")}</p>`
    })
    .join("")

const inline = (text: string): string => escape(text).replaceAll(/`([^`]*)`/gu, "<code>$1</code>")

const style = `
:root { color-scheme: light dark; --line: #8884; --faint: #8881; --accent: #0b7a5b }
@media (prefers-color-scheme: dark) { :root { --accent: #4fd1a5 } }
* { box-sizing: border-box }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1.5rem }
h1 { font-size: 1.8rem } h2 { font-size: 1.25rem; margin-top: 2.5rem }
h3 { font-size: 1rem; margin: 1.2rem 0 .3rem } small { opacity: .7; font-weight: normal }
a { color: var(--accent) } code, pre { font: .9em/1.5 ui-monospace, monospace }
summary code, h2 code { overflow-wrap: anywhere }
pre { background: var(--faint); padding: .8rem; overflow-x: auto; border-radius: .4rem }
table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0 }
tr { border-bottom: 1px solid var(--line) }
td > :first-child { margin-top: 0 } td > :last-child { margin-bottom: 0 }
details { border: 1px solid var(--line); border-radius: .4rem; margin: .6rem 0; padding: 0 1rem }
div:target, section:target { outline: 2px solid var(--accent); outline-offset: .4rem }
summary { cursor: pointer; padding: .6rem 0 } summary p { display: inline }
.method { display: inline-block; min-width: 4.2rem; font-weight: 700; color: var(--accent) }
nav ul { columns: 14rem; padding-left: 1.2rem }
`

/** A whole page that needs nothing else: no script, no font, no network. */
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
