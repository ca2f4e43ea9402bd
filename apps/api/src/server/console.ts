import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { Effect } from "effect"
import { servesConsole } from "../config.ts"
import { type CommandFailed, failedAs } from "../failure.ts"

const { resolve } = createRequire(import.meta.url)

/** Folder of the built console, in the workspace and in an installed package. */
export const consoleFolder = join(dirname(resolve("@outlay/console/package.json")), "dist")

/** Parts that the service reads at startup. */
const parts = ["index.html", "addresses.txt", "assets"]

/** Returns the folder of the built console; fails if it was not built, as in a new workspace. */
export const builtConsole = (folder = consoleFolder): Effect.Effect<string, CommandFailed> =>
  parts.every((part) => existsSync(join(folder, part)))
    ? Effect.succeed(folder)
    : Effect.fail(
        failedAs(
          "unavailable",
          `The console is not built: ${folder} is missing or incomplete. Run pnpm build, or turn the console off with ${servesConsole.variable}=false.`,
        ),
      )
