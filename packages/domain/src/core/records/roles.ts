import type { Permission } from "../actor.ts"

/** Role: "`id`, `name`, `is_deletable`, `permissions`; all four are required". */
export interface Role {
  readonly client_id: number
  readonly id: string
  readonly name: string
  readonly is_deletable: boolean
  readonly permissions: ReadonlyArray<Permission>
  readonly created: string
}

/** A role as other records mention it. */
export type NamedRole = Pick<Role, "id" | "name">
