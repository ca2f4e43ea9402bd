import { readdirSync } from "node:fs"
import type { TableName } from "@outlay/domain/fields"
import type { Look } from "@outlay/domain/ports"
import type { Works } from "./agreement/commands.ts"

/** What is needed to compare storages on a resource, and to review how its statements run. */
export interface Resource {
  readonly table: TableName
  /** Every look of the resource, with what makes a difference to what it asks. */
  readonly looks: ReadonlyArray<Look<unknown>>
  /** Commands for the agreement test, each with how likely it is. */
  readonly commands: ReadonlyArray<readonly [number, Works]>
}

const folder = new URL("resources/", import.meta.url)

/** One of each file in `resources`. */
export const resources: ReadonlyArray<Resource> = await Promise.all(
  readdirSync(folder)
    .toSorted()
    .map((file) => file.replace(/\.ts$/u, ""))
    .map(async (name) => (await import(`./resources/${name}.ts`)).resource as Resource),
)
