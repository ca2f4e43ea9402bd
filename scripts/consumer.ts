/**
 * Installs tarballs in an empty folder, as in a project that depends on them, but without the
 * network: links the declared dependencies, and nothing else.
 */
import { execFileSync, spawnSync } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

const root = join(import.meta.dirname, "..")

/** Packages that every consumer needs in order to compile a Node program. */
const always = ["typescript", "@types/node"]

interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly repository: { readonly directory: string }
  readonly exports?: Readonly<Record<string, unknown>>
}

const link = (from: string, name: string, folder: string): void => {
  const place = join(folder, "node_modules", name)
  if (existsSync(place)) return
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(realpathSync(join(from, "node_modules", name)), place)
}

const install = (tarball: string, folder: string): Manifest => {
  const unpacked = join(folder, "unpacked")
  mkdirSync(unpacked, { recursive: true })
  execFileSync("tar", ["-xzf", tarball, "-C", unpacked])
  const manifest: Manifest = JSON.parse(
    readFileSync(join(unpacked, "package/package.json"), "utf8"),
  )
  const place = join(folder, "node_modules", manifest.name)
  mkdirSync(dirname(place), { recursive: true })
  execFileSync("mv", [join(unpacked, "package"), place])
  const from = join(root, manifest.repository.directory)
  // Peer dependencies are installed too, as npm and pnpm do.
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
    if (!name.startsWith("@outlay/")) link(from, name, folder)
  }
  return manifest
}

/** Entry points of a package: its name and each subpath export. */
const entrancesOf = ({ name, exports }: Manifest): ReadonlyArray<string> =>
  Object.keys(exports ?? {})
    .filter((path) => !path.endsWith(".json"))
    .map((path) => path.replace(".", name))

/**
 * Returns the compiler's errors for a program that imports every entry point and checks its types;
 * empty if there are none.
 */
export const complaintsOfConsumer = (tarballs: ReadonlyArray<string>): string => {
  const folder = mkdtempSync(join(tmpdir(), "outlay-consumer-"))
  try {
    for (const name of always) link(root, name, folder)
    const names = tarballs.flatMap((tarball) => entrancesOf(install(tarball, folder)))
    const imports = names.map((name, n) => `import * as p${n} from "${name}"`)
    const uses = names.map((_, n) => `p${n}`).join(", ")
    writeFileSync(join(folder, "package.json"), `{ "type": "module" }\n`)
    writeFileSync(join(folder, "index.ts"), `${imports.join("\n")}\nexport default [${uses}]\n`)
    const options = [
      ...["--noEmit", "--strict", "--skipLibCheck", "false", "--types", "node"],
      ...["--module", "nodenext", "--target", "es2023", "--lib", "es2023,dom,dom.iterable"],
    ]
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(root, "node_modules/typescript/bin/tsc"), ...options, "index.ts"],
      { cwd: folder, encoding: "utf8" },
    )
    return status === 0 ? "" : stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
