import "effect/schema/SchemaJITCompiler/enable"
import { faultsTable } from "./faults.cases.ts"

faultsTable("compiled")
