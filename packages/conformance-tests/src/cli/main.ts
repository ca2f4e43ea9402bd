#!/usr/bin/env node
/** The program. It asks for a Node that can run the rest before it loads any of that. */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

if (major < 22 || (major === 22 && minor < 19)) {
  const found = `this is ${process.versions.node}`
  process.stderr.write(`outlay-conformance: Node 22.19 or later is needed; ${found}\n`)
  process.exitCode = 4
} else {
  const { outlayConformance } = await import("./commands.ts")
  // Ended by a signal it still ends as a process does: what it started is ended with it.
  const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const
  for (const [signal, code] of Object.entries(signals))
    process.once(signal, () => process.exit(code))
  const code = await outlayConformance(process.argv.slice(2))
  // Nothing that a run left behind, a socket or a timer, keeps it: it ends when all is said.
  process.stdout.write("", () => process.stderr.write("", () => process.exit(code)))
}
