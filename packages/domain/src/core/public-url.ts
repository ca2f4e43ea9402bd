import { Context } from "effect"

/**
 * Public address of the service, without a trailing slash: `https://outlay.example.com`. If it is
 * null, messages have no links.
 */
export const PublicUrl = Context.Reference<string | null>("@outlay/domain/PublicUrl", {
  defaultValue: () => null,
})
