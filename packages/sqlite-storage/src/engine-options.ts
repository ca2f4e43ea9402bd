import type { Sync } from "./transaction-end.ts"
import type { TurnOptions } from "./turn.ts"

/** Dependencies that can be injected into an engine. */
export interface EngineOptions extends TurnOptions {
  readonly synced?: Sync
}
