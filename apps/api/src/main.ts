#!/usr/bin/env node
/** The program. It checks the version of Node before it loads anything else. */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

if (major < 22 || (major === 22 && minor < 19)) {
  const runningVersion = `this is ${process.versions.node}`
  process.stderr.write(`outlay: Node.js 22.19 or newer is needed; ${runningVersion}.\n`)
  process.exitCode = 1
} else {
  await import("./program.ts")
}
