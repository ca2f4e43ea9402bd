import { faultsTable } from "./faults.cases.ts"

faultsTable("interpreted")
