import { crowded } from "../careless/crowd.ts"
import { carelessReference, frontedReference } from "../careless/provisioner.ts"
import { failingOfVersions, upgrading } from "../careless/versions.ts"
import type { Mutant } from "./mutant.ts"

/** Servers that read HTTP like many old ones: one of two duplicate fields counts. */
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
  {
    name: "versions-fail",
    breaks: "a version of HTTP that it does not know returns 500",
    names: ["hardening.versions"],
    provisioner: () => frontedReference(failingOfVersions),
  },
  {
    name: "upgrades-to-anything",
    breaks: "a request for another protocol is granted",
    names: ["hardening.versions"],
    provisioner: () => frontedReference(upgrading),
  },
  {
    name: "fifty-connections",
    breaks: "nobody is answered while fifty connections are open",
    names: ["hardening.slow"],
    provisioner: () => frontedReference(crowded(50)),
  },
  {
    name: "many-connections",
    breaks: "nobody is answered while a hundred and fifty connections are open",
    names: ["hardening.connections"],
    provisioner: () => frontedReference(crowded(150)),
  },
]
