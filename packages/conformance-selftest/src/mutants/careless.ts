import { carelessReference } from "../careless/provisioner.ts"
import type { Mutant } from "./mutant.ts"

/** Servers that read HTTP as many once did: of two fields of one name one counts. */
export const carelessReaders: ReadonlyArray<Mutant> = [
  {
    name: "careless-first",
    breaks: "HTTP is read carelessly, and the first of two fields counts",
    names: [
      "hardening.smuggling",
      "hardening.two-hosts",
      "hardening.two-credentials",
      "hardening.cut-off",
      "hardening.pipelined",
      "hardening.oversized-head",
    ],
    provisioner: () => carelessReference("first"),
  },
  {
    name: "careless-last",
    breaks: "HTTP is read carelessly, and the last of two fields counts",
    names: ["hardening.two-hosts", "hardening.two-credentials"],
    provisioner: () => carelessReference("last"),
  },
]
