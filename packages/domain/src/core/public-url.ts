import { Context } from "effect"

/**
 * Where people reach the service, without a slash at the end: `https://outlay.example.com`. Null:
 * nobody knows, and messages have no links.
 */
export const PublicUrl = Context.Reference<string | null>("@outlay/domain/PublicUrl", {
  defaultValue: () => null,
})
