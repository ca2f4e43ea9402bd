import { execFileSync } from "node:child_process"
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"

const root = join(import.meta.dirname, "..")
const manifests = globSync(["packages/*/package.json", "apps/*/package.json"], { cwd: root })

/** Packages that are never released, such as the self-test, keep their version. */
const config = JSON.parse(readFileSync(join(root, ".changeset/config.json"), "utf8"))
const isReleased = ({ name }: { readonly name: string }): boolean => !config.ignore.includes(name)

/** Returns the versions of all packages and of the service in a folder. */
const versions = (folder: string): ReadonlyArray<string> =>
  manifests
    .map((path) => JSON.parse(readFileSync(join(folder, path), "utf8")))
    .filter(isReleased)
    .map(({ version }) => version)

test("a release moves the service with the packages, so that it says which one it is", () => {
  expect(new Set(versions(root)).size).toBe(1)
  const folder = mkdtempSync(join(tmpdir(), "outlay-versions-"))
  try {
    const rest = ["package.json", "pnpm-workspace.yaml", "bench/package.json", ".changeset"]
    for (const path of [...manifests, ...rest]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      cpSync(join(root, path), join(folder, path), { recursive: true })
    }
    execFileSync("git", ["init", "--quiet"], { cwd: folder })
    const changeset = join(root, "node_modules/@changesets/cli/bin.js")
    execFileSync(process.execPath, [changeset, "version"], { cwd: folder, stdio: "pipe" })
    const [after, ...others] = new Set(versions(folder))
    expect(others).toEqual([])
    expect(after).not.toBe(versions(root)[0])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
