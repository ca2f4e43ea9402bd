import { expect, test } from "vitest"
import { german } from "./german.ts"
import { respelled } from "./orthography.ts"
import { swiss } from "./swiss.ts"

test("texts are respelled, and their arguments are not", () => {
  const texts = {
    close: "Schließen",
    close_: { of: (name: string, { by }: { by: string }) => `„${name}“ von ${by} schließen` },
    list: (names: ReadonlyArray<string>) => names.map((name) => `große ${name}`),
  }
  const other = respelled(texts, [
    ["ß", "ss"],
    ["„", "«"],
    ["“", "»"],
  ])
  expect(other.close).toBe("Schliessen")
  expect(other.close_.of("Straße", { by: "Groß" })).toBe("«Straße» von Groß schliessen")
  expect(other.list(["Füße"])).toEqual(["grosse Füße"])
})

test("Swiss texts are the German ones without ß, and the hyphen of E-Mail never breaks", () => {
  const all = JSON.stringify(swiss)
  expect(all).not.toMatch(/[ß„“]/u)
  expect(swiss.common.close).toBe("Schliessen")
  expect(swiss.people.remove("Frau Groß")).toBe("Frau Groß entfernen")
  expect(JSON.stringify(german)).not.toContain("E-Mail")
  expect(german.people.inviteFiled("e-mail@example.com")).toMatch(/an e-mail@.*E\u2011Mail/u)
})
