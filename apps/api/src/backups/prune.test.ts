import { describe, expect, test } from "vitest"
import type { Backup } from "./list.ts"
import { outdated, surplus } from "./prune.ts"
import { readKeep } from "./retention.ts"

/** A backup of a day: `?` is not verified, `!` has no database, `*` is of another writer. */
const backupOf = (text: string): Backup => {
  const [, day = "", mark] = /^(\d+)([?!*]?)$/u.exec(text) ?? []
  return {
    name: text,
    isWhole: mark !== "!",
    manifest: {
      ...{ outlay_backup: 1, version: "0.0.0", sha256: "", size: 1, receipts: 0, heads: [] },
      writer: mark === "*" ? "other" : "this",
      made: `2026-11-${day.padStart(2, "0")}T12:00:00.000Z`,
      verified: mark !== "?",
    },
  }
}

describe("pruning", () => {
  test.each([
    ["last=2", "9 8 7 6", "7 6"],
    ["last=2", "6 9 7 8", "6 7"],
    ["last=9", "9 8 7 6", ""],
    ["all", "9 8 7 6", ""],
    // Backups of other writers are not removed and do not count.
    ["last=2", "9* 8 7* 6 5* 4", "4"],
    // An unverified backup does not count, and is removed if a verified one is newer.
    ["last=2", "9? 8 7 6", "6"],
    ["last=2", "9 8? 7 6", "8? 6"],
    ["last=1", "9? 8? 7?", ""],
    ["all", "9 8?", ""],
    // A partly removed backup does not count and is removed.
    ["last=2", "9! 8 7 6", "9! 6"],
    ["all", "9! 8", "9!"],
    ["last=1", "", ""],
  ])("%s of %j removes %j", (rule, all, expected) => {
    const keep = readKeep(rule)
    if (keep === null) throw new Error(`${rule} is not read`)
    const backups = all.split(" ").filter(Boolean).map(backupOf)
    const removed = outdated(backups, "this", keep)
    expect(removed.map(({ name }) => name).join(" ")).toBe(expected)
  })

  test.each([
    ["last=1", "5? 6? 7? 8? 9?", "6? 5?"],
    ["last=1", "9? 8 7? 6? 5? 4", "5?"],
    ["last=1", "9? 8? 7? 6* 5!", ""],
    ["all", "9? 8? 7? 6?", ""],
  ])("after an unverified backup, %s of %j removes %j", (rule, all, expected) => {
    const backups = all.split(" ").map(backupOf)
    const removed = surplus(backups, "this", readKeep(rule) ?? "all")
    expect(removed.map(({ name }) => name).join(" ")).toBe(expected)
  })
})
