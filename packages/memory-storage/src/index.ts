export * from "./shared/memory.ts"
