import { highestLevel, levelName, type Report } from "./report.ts"

const colours = {
  core: "#2c7be5",
  full: "#0b8457",
  hardened: "#0b8457",
  durable: "#0b8457",
  none: "#8a8f98",
  failed: "#c5362f",
}

const characterWidth = 6.6
const padding = 8

/** A badge for a README: the highest level that the target passed. */
export const badge = (report: Report): string => {
  const level = highestLevel(report)
  const failed = report.counts.fail > 0
  const right = level === null ? (failed ? "no level" : "not run") : levelName(level)
  const colour = level === null ? (failed ? colours.failed : colours.none) : colours[level]
  const left = "outlay conformance"
  const wide = (text: string) => Math.round(text.length * characterWidth + 2 * padding)
  const [first, second] = [wide(left), wide(right)]
  const text = (x: number, label: string) =>
    `<text x="${x}" y="14" fill="#fff" text-anchor="middle">${label}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${first + second}" height="20" role="img"`,
    ` aria-label="${left}: ${right}"><title>${left}: ${right}</title>`,
    `<clipPath id="r"><rect width="${first + second}" height="20" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${first}" height="20" fill="#3d434d"/>`,
    `<rect x="${first}" width="${second}" height="20" fill="${colour}"/></g>`,
    '<g font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">',
    `${text(first / 2, left)}${text(first + second / 2, right)}</g></svg>`,
    "",
  ].join("\n")
}
