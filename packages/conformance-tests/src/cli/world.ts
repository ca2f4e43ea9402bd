import { parseArgs } from "node:util"
import { world } from "../interface/world/index.ts"
import { type Exit, exits } from "./exit.ts"
import { CommandFailed } from "./failure.ts"

const help = `outlay-conformance world: the four businesses that checks share, as JSON.

  --seed N      another world                                          (42)
  --now TIME    everything in it happened before this UTC instant      (now)
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
  if (Number.isNaN(now.getTime()) || !/^\d+$/u.test(values.seed)) {
    throw new CommandFailed(exits.configuration, "--seed is a whole number, --now an instant", help)
  }
  process.stdout.write(`${JSON.stringify(world(Number(values.seed), now), null, 2)}\n`)
  return exits.passed
}
