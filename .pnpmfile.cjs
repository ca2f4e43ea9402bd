/** openapi-typescript needs the JavaScript interface of TypeScript 5, which TypeScript 7 has not. */
const readPackage = (manifest) => {
  if (manifest.name === "openapi-typescript") {
    delete manifest.peerDependencies
    manifest.dependencies.typescript = "5.9.3"
  }
  return manifest
}

/** What the service has of others is in its bundle, but for these. */
const beforePacking = (manifest) => {
  if (manifest.name === "outlay") {
    const { "better-sqlite3": sqlite, "@outlay/console": pages } = manifest.dependencies
    manifest.dependencies = { "better-sqlite3": sqlite, "@outlay/console": pages }
  }
  return manifest
}

module.exports = { hooks: { readPackage, beforePacking } }
