import { afterEach, expect, test, vi } from "vitest"
import { loadAhead, reloadOnce } from "./upgrade.ts"

afterEach(() => vi.unstubAllGlobals())

test("a page whose files no longer exist is reloaded, but only once", () => {
  const storage = new Map<string, string>()
  const reload = vi.fn()
  vi.stubGlobal("location", { reload })
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => storage.set(name, value),
  })
  const times = [0, 1_000, 59_000, 61_000, 62_000].map((seconds) => {
    reloadOnce(1_800_000_000_000 + seconds)
    return reload.mock.calls.length
  })
  expect(times).toEqual([1, 1, 1, 2, 2])
})

test("a page stays if a preload fails", async () => {
  const reload = vi.fn()
  vi.stubGlobal("location", { reload })
  vi.stubGlobal("sessionStorage", { getItem: () => null, setItem: () => undefined })
  await loadAhead(() => {
    reloadOnce(0)
    return Promise.reject(new Error("gone"))
  })
  expect(reload).not.toHaveBeenCalled()
  reloadOnce(0)
  expect(reload).toHaveBeenCalledOnce()
})
