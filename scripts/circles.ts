/** Checks imports between folders of the domain, and finds circles of folders and of files. */
import { join } from "node:path/posix"
import { importsOf } from "./arrows.ts"
import { type Offence, offence, type Source } from "./tidy.ts"

const domain = "packages/domain/src/"

/** Folder of the domain that contains a path; null for files that compose all folders. */
const folderOf = (path: string): string | null => {
  const [folder, ...rest] = path.slice(domain.length).split("/")
  return path.startsWith(domain) && rest.length > 0 ? (folder ?? null) : null
}

/** Import from one folder of the domain into another, including imports of types. */
interface Arrow {
  readonly from: string
  readonly to: string
  /** Importing file and imported module, reported so that the import can be turned round. */
  readonly path: string
  readonly specifier: string
}

const arrowsIn = (sources: ReadonlyArray<Source>): ReadonlyArray<Arrow> =>
  sources.flatMap(({ path, text }) => {
    const from = folderOf(path)
    if (from === null) return []
    return importsOf(text).flatMap((specifier) => {
      const to = specifier.startsWith(".") ? folderOf(join(path, "..", specifier)) : null
      return to === null || to === from ? [] : [{ from, to, path, specifier }]
    })
  })

/** Returns every folder that a folder uses, directly or indirectly. */
const reach = (arrows: ReadonlyArray<Arrow>, start: string): ReadonlySet<string> => {
  const reached = new Set<string>()
  const queue = [start]
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    for (const { from, to } of arrows) {
      if (from !== folder || reached.has(to)) continue
      reached.add(to)
      queue.push(to)
    }
  }
  return reached
}

/** Returns the imports that are part of a circle of folders. */
export const circles = (sources: ReadonlyArray<Source>): ReadonlyArray<Offence> => {
  const arrows = arrowsIn(sources)
  const reached = new Map(arrows.map(({ from }) => [from, reach(arrows, from)]))
  return arrows
    .filter(({ from, to }) => reached.get(to)?.has(from) === true)
    .map(({ from, to, path, specifier }) =>
      offence(
        path,
        `${specifier}, and ${to} uses ${from}`,
        "what both need into the lower folder (docs/architecture.md shows the order)",
      ),
    )
}

/**
 * Returns the folders of the domain in layers, lowest first: each line uses only the lines above
 * it.
 */
export const floors = (sources: ReadonlyArray<Source>): ReadonlyArray<string> => {
  const arrows = arrowsIn(sources)
  const left = new Set(sources.flatMap(({ path }) => folderOf(path) ?? []))
  const lines: Array<string> = []
  while (left.size > 0) {
    const floor = [...left].filter(
      (folder) => !arrows.some(({ from, to }) => from === folder && left.has(to)),
    )
    if (floor.length === 0) throw new Error(`A circle: ${[...left].join(", ")}`)
    for (const folder of floor) left.delete(folder)
    lines.push(floor.sort().join("  "))
  }
  return lines
}

const productFile = /^(packages|apps)\/[^/]+\/src\/.*\.tsx?$/u

/**
 * Returns the files of packages that import each other in a circle, or lie between two circles.
 * Imports of types count.
 */
export const fileCircles = (sources: ReadonlyArray<Source>): ReadonlyArray<Offence> => {
  const files = new Map(
    sources
      .filter(({ path }) => productFile.test(path))
      .map(({ path, text }) => {
        const relative = importsOf(text).filter((specifier) => specifier.startsWith("."))
        return [path, new Set(relative.map((specifier) => join(path, "..", specifier)))] as const
      }),
  )
  for (let before = -1; before !== files.size; ) {
    before = files.size
    const imported = new Set([...files.values()].flatMap((all) => [...all]))
    for (const [path, imports] of files) {
      const leads = [...imports].some((each) => files.has(each))
      if (!leads || !imported.has(path)) files.delete(path)
    }
  }
  return [...files].map(([path, imports]) => {
    const others = [...imports].filter((each) => files.has(each))
    return offence(path, `imports of ${others.join(", ")}`, "what both need into a third file")
  })
}
