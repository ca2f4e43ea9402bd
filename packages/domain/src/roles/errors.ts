import { Data } from "effect"

/**
 * "The role … grants nothing that the caller lacks (403 `role_exceeds_yours`, for invites too)."
 */
export class RoleExceedsYours extends Data.TaggedError("RoleExceedsYours")<{
  readonly pointer: string
  /** Name of the role that was to be granted. */
  readonly role: string
}> {
  override get message(): string {
    return `The role ${this.role} has permissions that yours lacks. Choose a role within your own permissions.`
  }
}
