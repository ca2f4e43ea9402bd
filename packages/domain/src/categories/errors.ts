import { Data } from "effect"

/** "System-defined categories (`custom` false) only allow toggling `enabled`." */
export class CategoryIsSystem extends Data.TaggedError("CategoryIsSystem")<{
  /** Field that cannot be changed; absent if the request was to delete the category. */
  readonly pointer?: string
  readonly name: string
}> {
  override get message(): string {
    return `"${this.name}" is a system category. Only its enabled flag can be changed. Its accounting code is mapped separately.`
  }
}

/** "Custom: … `enabled` is refused." */
export class CategoryIsCustom extends Data.TaggedError("CategoryIsCustom")<{
  readonly pointer: string
  readonly name: string
}> {
  override get message(): string {
    return `"${this.name}" is a custom category and cannot be disabled. Delete it instead.`
  }
}

/** "`name` unique in the business", ignoring case. */
export class CategoryExists extends Data.TaggedError("CategoryExists")<{
  readonly pointer: string
  readonly category_id: string
  readonly name: string
}> {
  override get message(): string {
    return `Category ${this.category_id} already has the name "${this.name}". Names are unique, ignoring case.`
  }
}
