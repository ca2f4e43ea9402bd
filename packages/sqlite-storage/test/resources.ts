import { readdirSync } from "node:fs"
import type { TableName } from "@outlay/domain/fields"
import type { Look } from "@outlay/domain/ports"
import type { Works } from "./agreement/commands.ts"

/** Data to compare storages on a resource, and to review its query plans. */
export interface Resource {
  readonly table: TableName
  /** Every look of the resource, in each variant that asks different questions. */
  readonly looks: ReadonlyArray<Look<unknown>>
  /** Commands for the agreement test, each with its weight. */
  readonly commands: ReadonlyArray<readonly [number, Works]>
}

const folder = new URL("resources/", import.meta.url)

/** The resource of each file in `resources`. */
export const resources: ReadonlyArray<Resource> = await Promise.all(
  readdirSync(folder)
    .toSorted()
    .map((file) => file.replace(/\.ts$/u, ""))
    .map(async (name) => (await import(`./resources/${name}.ts`)).resource as Resource),
)
