import { readFileSync } from "node:fs"
import { StorageUnavailable } from "@outlay/domain"
import { BackupFailed } from "@outlay/sqlite-storage"
import { Exit } from "effect"
import { CliError } from "effect/cli"
import { describe, expect, test } from "vitest"
import { exitCodes, type FailureKind, failedAs } from "./failure.ts"
import { outcomeOf } from "./outcome.ts"

describe("the exit code of a command", () => {
  const page = readFileSync(new URL("../../../docs/operating.md", import.meta.url), "utf8")

  test("is documented in docs/operating.md", () => {
    const listed = page.split("| Exit code | Meaning |")[1]?.split("\n\n")[0] ?? ""
    const codes = [...listed.matchAll(/^\| (\d+) \| \S/gmu)].map(([, code]) => Number(code))
    expect(codes).toEqual([0, ...Object.values(exitCodes)])
  })

  test("is 0 for success, or the code set by the process", () => {
    expect(outcomeOf(Exit.void, undefined)).toEqual({ stopped: false, code: 0, report: "" })
    expect(outcomeOf(Exit.void, 3)).toMatchObject({ code: 3 })
  })

  test.each(Object.entries(exitCodes).filter(([kind]) => kind !== "stopped" && kind !== "bug"))(
    "%s is %i, with one line per error",
    (kind, code) => {
      const failure = failedAs(kind as FailureKind, "One thing.", "Another.")
      const report = "outlay: One thing.\noutlay: Another.\n"
      expect(outcomeOf(Exit.fail(failure), undefined)).toEqual({ stopped: false, code, report })
    },
  )

  const backup = (isRefused: boolean) =>
    new BackupFailed({ file: "a.db", reason: "there is such a file", isRefused })

  test.each<[string, Exit.Exit<never, unknown>, FailureKind]>([
    ["an unknown flag", Exit.fail(new CliError.ShowHelp({ commandPath: [], errors: [] })), "usage"],
    ["unavailable storage", Exit.fail(new StorageUnavailable({ reason: "full" })), "unavailable"],
    ["a failed backup", Exit.fail(backup(false)), "unavailable"],
    ["a refused backup", Exit.fail(backup(true)), "refused"],
    [
      "a refusal",
      Exit.fail(Object.assign(new Error("No."), { _tag: "LastBudgetOwner" })),
      "refused",
    ],
    ["a bug", Exit.die(new Error("undefined is not a function")), "bug"],
    ["a signal", Exit.interrupt(), "stopped"],
  ])("is correct for %s", (_, exit, kind) => {
    expect(outcomeOf(exit, undefined)).toMatchObject({
      code: exitCodes[kind],
      stopped: kind === "stopped",
    })
  })

  test("a bug asks to be reported, a signal prints nothing", () => {
    expect(outcomeOf(Exit.die(new Error("x")), undefined).report).toContain("please report it")
    expect(outcomeOf(Exit.interrupt(), undefined).report).toBe("")
    expect(outcomeOf(Exit.interrupt(), 0)).toMatchObject({ code: 0, stopped: true })
  })
})
