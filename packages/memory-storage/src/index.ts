export * from "./shared/memory.ts"
export * from "./storage.ts"
