import { parseArgs } from "node:util"
import { world } from "../interface/world/index.ts"
import { type Exit, exits } from "./exit.ts"
import { CommandFailed, tryThis } from "./failure.ts"

const help = `outlay-conformance world: prints the four businesses that checks share, as JSON.

  --seed N      determines the data                                    (42)
  --now TIME    everything in it happened before this UTC time         (now)
`

/** `world` */
export const worldCommand = async (args: ReadonlyArray<string>): Promise<Exit> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: "string", default: "42" },
      now: { type: "string", default: new Date().toISOString() },
      json: { type: "boolean", default: true },
      help: { type: "boolean", short: "h", default: false },
    },
  })
  if (values.help) {
    process.stdout.write(help)
    return exits.passed
  }
  const now = new Date(values.now)
  const faults = [
    ...(/^\d+$/u.test(values.seed) ? [] : [`--seed: a whole number, not "${values.seed}"`]),
    ...(Number.isNaN(now.getTime())
      ? [`--now: a UTC time such as 2026-01-01T00:00:00Z, not "${values.now}"`]
      : []),
  ]
  if (faults.length > 0) {
    throw new CommandFailed(exits.configuration, faults.join("\n"), tryThis("world --help"))
  }
  process.stdout.write(`${JSON.stringify(world(Number(values.seed), now), null, 2)}\n`)
  return exits.passed
}
