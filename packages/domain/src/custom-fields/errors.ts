import { Data } from "effect"

/** "`name` (unique in the business, case-insensitively)." */
export class CustomFieldExists extends Data.TaggedError("CustomFieldExists")<{
  readonly pointer: string
  readonly custom_field_id: string
  readonly name: string
}> {
  override get message(): string {
    return `Custom field ${this.custom_field_id} already has the name "${this.name}". Names are unique, ignoring case.`
  }
}

/** "An integration's field: only `budget_setting`"; of its options "only `enabled`". */
export class IntegrationManagesField extends Data.TaggedError("IntegrationManagesField")<{
  /** Field of the body that cannot be sent; absent if the request has no such field. */
  readonly pointer?: string
  readonly created_by: string
}> {
  override get message(): string {
    return `${this.created_by} manages this custom field. Only its budget_setting and the enabled flag of its options can be changed here.`
  }
}

/** "A type change is refused while options or recorded values exist." */
export class CustomFieldInUse extends Data.TaggedError("CustomFieldInUse")<{
  readonly pointer: string
  readonly what: "options" | "recorded values"
}> {
  override get message(): string {
    return `The field has ${this.what}, so its type cannot change. Create another field instead.`
  }
}

/** "POST: LIST fields only." */
export class CustomFieldIsFreeText extends Data.TaggedError("CustomFieldIsFreeText")<{
  readonly name: string
}> {
  override get message(): string {
    return `"${this.name}" is a free-text field. Only LIST fields have options.`
  }
}

/** "Text unique in its field." */
export class CustomFieldOptionExists extends Data.TaggedError("CustomFieldOptionExists")<{
  readonly pointer: string
  readonly text: string
}> {
  override get message(): string {
    return `The field already has an option "${this.text}".`
  }
}

/** "Only under `SOME`." */
export class BudgetSettingNotSome extends Data.TaggedError("BudgetSettingNotSome")<{
  readonly budget_setting: string
}> {
  override get message(): string {
    return `The field's budget_setting is ${this.budget_setting}. Budgets can be linked one by one only if it is SOME.`
  }
}

export class BudgetAlreadyLinked extends Data.TaggedError("BudgetAlreadyLinked")<{
  readonly pointer: string
  readonly name: string
}> {
  override get message(): string {
    return `The field is already linked to "${this.name}".`
  }
}
