import { requirementsOf } from "../requirement.ts"

export const load = requirementsOf("load", [
  {
    id: "load.figures",
    strength: "derived",
    section: "I. Service behaviour",
    source: "faults",
    sentence: "(figure: stated per line)",
    sent: "Reads and topups, sixteen at once, for three seconds each.",
    accepted: "Anything: rates and times are reported, and no speed is tested.",
  },
])
