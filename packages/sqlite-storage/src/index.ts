export { BackupFailed } from "./backup.ts"
export type { Statistics } from "./engine.ts"
export { DatabaseRefused } from "./refused.ts"
export { type SqliteOptions, SqliteStorage } from "./storage.ts"
