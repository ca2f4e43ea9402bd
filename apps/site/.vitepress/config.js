// VitePress looks for its settings here.
export { config as default } from "../src/config.ts"
