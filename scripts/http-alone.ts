import http from "node:http"
import type { Plugin } from "rolldown"

const httpModule = "outlay:http"

/**
 * Imports `node:http` without its module namespace. To create one, Node reads every property of the
 * module, and `http.WebSocket` then loads Node's HTTP client, which takes 13 MiB.
 */
export const httpAlone: Plugin = {
  name: "http-alone",
  resolveId: (id, _, { kind }) =>
    kind === "import-statement" && /^(?:node:)?http$/u.test(id) ? httpModule : null,
  load: (id) => {
    if (id !== httpModule) return null
    const names = Object.entries(Object.getOwnPropertyDescriptors(http))
      .filter(([, { get }]) => get === undefined)
      .map(([name]) => `export const ${name} = http.${name}`)
    const lines = [
      `const http = process.getBuiltinModule("node:http")`,
      "export default http",
      ...names,
    ]
    return { code: lines.join("\n"), moduleSideEffects: false }
  },
}
