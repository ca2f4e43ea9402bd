/** Style of the report, without external fonts or images. */
export const style = `
:root {
  --ink: #1b1f24; --soft: #5b6570; --line: #dfe3e8; --paper: #ffffff; --ground: #f5f6f8;
  --pass: #0b7a4b; --fail: #c02b26; --untestable: #8a6100; --blocked: #5d4ba8;
  --unclaimed: #6b7280;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e7eaee; --soft: #9aa4b0; --line: #30363e; --paper: #171b20; --ground: #0f1216;
    --pass: #46c48a; --fail: #ff7b72; --untestable: #e3b341; --blocked: #b3a1ff;
    --unclaimed: #9aa3af;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
}
main { max-width: 1080px; margin: 0 auto; padding: 32px 24px 80px; }
h1 { font-size: 26px; line-height: 1.2; margin: 0 0 4px; letter-spacing: -0.01em; }
h2 { font-size: 18px; margin: 40px 0 12px; }
h3 { font-size: 15px; margin: 0; }
p { margin: 0 0 8px; }
.soft { color: var(--soft); }
.small { font-size: 13px; }
code, pre { font-family: var(--mono); font-size: 12.5px; }
.card {
  background: var(--paper); border: 1px solid var(--line); border-radius: 8px; padding: 16px;
}
.levels { display: grid; grid-template-columns: repeat(4, 1fr); gap: 12px; margin-top: 24px; }
.levels .card { border-top: 4px solid var(--line); }
.levels .passed { border-top-color: var(--pass); }
.levels .not-passed { border-top-color: var(--fail); }
.levels strong { display: block; font-size: 20px; }
.levels .passed .standing { color: var(--pass); font-weight: 600; }
.levels .not-passed .standing { color: var(--fail); font-weight: 600; }
@media (max-width: 640px) { .levels { grid-template-columns: repeat(2, 1fr); } }
table { width: 100%; border-collapse: collapse; background: var(--paper); }
.framed { border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
th, td {
  text-align: left; padding: 7px 12px; border-top: 1px solid var(--line); vertical-align: top;
}
thead th { border-top: 0; color: var(--soft); font-weight: 600; font-size: 13px; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; width: 90px; }
.bar { display: flex; height: 10px; border-radius: 5px; overflow: hidden; min-width: 160px;
  background: var(--line); margin-top: 6px; }
.bar span { display: block; }
.bar .pass { background: var(--pass); } .bar .fail { background: var(--fail); }
.bar .untestable { background: var(--untestable); } .bar .blocked { background: var(--blocked); }
.bar .unclaimed { background: var(--unclaimed); }
.verdict { font-weight: 600; white-space: nowrap; }
.verdict::before { content: "●"; margin-right: 6px; }
.verdict.pass { color: var(--pass); } .verdict.fail { color: var(--fail); }
.verdict.untestable { color: var(--untestable); } .verdict.blocked { color: var(--blocked); }
.verdict.unclaimed { color: var(--unclaimed); }
.verdict.fail::before { content: "✕"; } .verdict.untestable::before { content: "?"; }
.verdict.blocked::before { content: "–"; }
.failure { margin-bottom: 16px; border-left: 4px solid var(--fail); }
.failure.expected { border-left-color: var(--line); }
blockquote {
  margin: 8px 0; padding-left: 12px; border-left: 3px solid var(--line); color: var(--soft);
}
dl { display: grid; grid-template-columns: 90px 1fr; gap: 2px 12px; margin: 8px 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
ul { margin: 6px 0 0; padding-left: 0; list-style: none; } li { margin-bottom: 6px; }
details { margin-top: 8px; } summary { cursor: pointer; }
pre {
  margin: 8px 0 0; padding: 12px; background: var(--ground); border: 1px solid var(--line);
  border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere;
}
.tools { display: flex; gap: 16px; flex-wrap: wrap; align-items: center; margin-bottom: 12px; }
.tools input[type="search"] {
  font: inherit; padding: 6px 10px; min-width: 260px; color: inherit; background: var(--paper);
  border: 1px solid var(--line); border-radius: 6px;
}
tbody.area th { background: var(--ground); font-size: 13px; }
tr[hidden], tbody[hidden] { display: none; }
@media print { .tools { display: none; } main { padding: 0; max-width: none; } }
`

/** Filters the matrix; without scripts, everything is shown. */
export const script = `
const search = document.querySelector("#search")
const boxes = [...document.querySelectorAll("[data-filter]")]
const apply = () => {
  const words = search.value.toLowerCase().split(/\\s+/u).filter(Boolean)
  const wanted = new Set(boxes.filter((box) => box.checked).map((box) => box.dataset.filter))
  for (const group of document.querySelectorAll("tbody.area")) {
    let visible = 0
    for (const row of group.querySelectorAll("tr[data-verdict]")) {
      const text = row.textContent.toLowerCase()
      const shown = wanted.has(row.dataset.verdict) && words.every((word) => text.includes(word))
      row.hidden = !shown
      if (shown) visible += 1
    }
    group.hidden = visible === 0
  }
}
search.addEventListener("input", apply)
for (const box of boxes) box.addEventListener("change", apply)
`
