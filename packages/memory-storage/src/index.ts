export { MemoryFiles } from "./files.ts"
export * from "./storage.ts"
