import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { Effect } from "effect"
import { servesConsole } from "../config.ts"
import { type CommandFailed, failedAs } from "../failure.ts"

const { resolve } = createRequire(import.meta.url)

/** Where the built console is, in the workspace and where it was installed from its package. */
export const consoleFolder = join(dirname(resolve("@outlay/console/package.json")), "dist")

/** What the service reads of it when it starts. */
const parts = ["index.html", "addresses.txt", "assets"]

/** The folder of the built console; fails if it was not built, as in a workspace that is new. */
export const builtConsole = (folder = consoleFolder): Effect.Effect<string, CommandFailed> =>
  parts.every((part) => existsSync(join(folder, part)))
    ? Effect.succeed(folder)
    : Effect.fail(
        failedAs(
          "unavailable",
          `The console is not built: ${folder} is missing or incomplete. Run pnpm build, or turn the console off with ${servesConsole.variable}=false.`,
        ),
      )
