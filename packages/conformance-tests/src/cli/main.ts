#!/usr/bin/env node
/** The program. It checks the version of Node before it loads anything that needs it. */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

if (major < 22 || (major === 22 && minor < 19)) {
  const found = `this is ${process.versions.node}`
  process.stderr.write(`outlay-conformance: Node 22.19 or later is needed; ${found}\n`)
  process.exitCode = 4
} else {
  const { outlayConformance } = await import("./commands.ts")
  // A signal ends it by `process.exit`, so that the processes that it started end too.
  const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const
  for (const [signal, code] of Object.entries(signals))
    process.once(signal, () => process.exit(code))
  const code = await outlayConformance(process.argv.slice(2))
  // Exits once all output is written, even if a run has left a socket or a timer open.
  process.stdout.write("", () => process.stderr.write("", () => process.exit(code)))
}
