import { createRequire, syncBuiltinESMExports } from "node:module"
import { join } from "node:path"

// Loaded before a program. Kills it at the n-th operation on a file whose path contains a word:
// before the operation or, for every other n, right after it.

const require = createRequire(join(import.meta.dirname, "../package.json"))
const word = process.env["DIE_NEAR"] ?? ""
const at = Number(process.env["DIE_AT"])
let step = 0

const dieWhenDue = (): void => {
  step++
  if (step === at) process.kill(process.pid, "SIGKILL")
}

type Calls = Record<string, (...args: Array<unknown>) => unknown>

const around = (calls: Calls, name: string): void => {
  const real = calls[name]
  if (real === undefined) throw new Error(`There is no ${name}.`)
  calls[name] = function (this: unknown, ...args) {
    if (!args.some((arg) => String(arg).includes(word))) return real.apply(this, args)
    dieWhenDue()
    const result = real.apply(this, args)
    if (result instanceof Promise) return result.finally(dieWhenDue)
    dieWhenDue()
    return result
  }
}

const fs = require("node:fs") as Calls
const promises = require("node:fs/promises") as Calls
const Database = require("better-sqlite3") as { readonly prototype: Calls }
for (const name of ["openSync", "rmSync", "renameSync", "unlinkSync"]) around(fs, name)
for (const name of ["open", "rm", "rename", "unlink", "writeFile"]) around(promises, name)
around(Database.prototype, "backup")
syncBuiltinESMExports()
