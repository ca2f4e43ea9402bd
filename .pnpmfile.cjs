/** openapi-typescript needs the JavaScript interface of TypeScript 5, which TypeScript 7 has not. */
const readPackage = (manifest) => {
  if (manifest.name === "openapi-typescript") {
    delete manifest.peerDependencies
    manifest.dependencies.typescript = "5.9.3"
  }
  return manifest
}

module.exports = { hooks: { readPackage } }
