import type { CustomFieldSpec, InviteSpec, UserSpec } from "../../../interface/world/spec.ts"
import { idOf, type Making } from "./making.ts"

const nameOf = ({ first_name, last_name, display_name }: UserSpec) => ({
  first_name,
  last_name,
  ...(display_name === undefined ? {} : { display_name }),
})

export const makeUsers = async ({ spec, given, operator, admin, ours, theirs }: Making) => {
  for (const user of spec.users) {
    const { id } = await operator.ask("POST", `${ours}/users`, {
      ...nameOf(user),
      email: user.email,
      role_id: idOf(given, "roles", user.role),
      payment_types: user.payment_types,
    })
    given.users[user.key] = String(id)
  }
  for (const { key, expense_delegate } of spec.users) {
    if (expense_delegate === undefined) continue
    const ids = expense_delegate.map((user) => Number(idOf(given, "users", user)))
    const path = `${theirs}/users/${idOf(given, "users", key)}`
    await admin.ask("PATCH", path, { expense_delegate: ids })
  }
}

export const acceptInvite = async (
  { operator, ours }: Pick<Making, "operator" | "ours">,
  invite_id: string,
  name: { readonly first_name: string; readonly last_name: string },
): Promise<string> => {
  const user = await operator.ask("POST", `${ours}/invites/${invite_id}/accept`, name)
  return String(user.id)
}

const makeInvite = async (making: Making, invite: InviteSpec) => {
  const { given, admin, theirs } = making
  const { id } = await admin.ask("POST", `${theirs}/invites`, {
    email: invite.email,
    role_id: idOf(given, "roles", invite.role),
    payment_types: invite.payment_types,
  })
  given.invites[invite.key] = String(id)
  if (invite.accepted === undefined) return
  const { user, ...name } = invite.accepted
  given.users[user] = await acceptInvite(making, String(id), name)
}

export const makeInvites = async (making: Making) => {
  for (const invite of making.spec.invites) await makeInvite(making, invite)
}

const isConnected = ({ spec }: Making) => spec.integration !== null && spec.integration !== "MANUAL"

/** Under a connected integration codes come from its sync alone. */
export const makeCodes = async (making: Making) => {
  const { spec, given, operator, admin, ours, theirs } = making
  for (const { key, code, name } of spec.accounting_codes) {
    const { id } = isConnected(making)
      ? await operator.ask("POST", `${ours}/sync/accounting-codes`, { code, name })
      : await admin.ask("POST", `${theirs}/accounting-codes`, { code, name })
    given.accounting_codes[key] = String(id)
  }
}

export const makeCategories = async ({ spec, given, admin, theirs }: Making) => {
  for (const { key, name, accounting_code } of spec.categories) {
    const { id } = await admin.ask("POST", `${theirs}/categories`, {
      name,
      ...(accounting_code === undefined
        ? {}
        : { accounting_code_id: idOf(given, "accounting_codes", accounting_code) }),
    })
    given.categories[key] = String(id)
  }
}

const makeField = async (making: Making, field: CustomFieldSpec) => {
  const { given, operator, admin, ours, theirs } = making
  const { key, name, field_type, budget_setting, created_by, options } = field
  const row = { name, field_type, budget_setting }
  const texts = options.map(({ text }) => ({ text }))
  const synced = created_by !== "PUBLIC_API"
  const { id } = synced
    ? await operator.ask("POST", `${ours}/sync/custom-fields`, {
        ...row,
        created_by,
        ...(texts.length === 0 ? {} : { options: texts }),
      })
    : await admin.ask("POST", `${theirs}/custom-fields`, row)
  given.custom_fields[key] = String(id)
  const path = `${theirs}/custom-fields/${id}/options`
  if (!synced) for (const text of texts) await admin.ask("POST", path, text)
  if (options.length === 0) return
  const { results } = await admin.ask("GET", `${path}?limit=500`)
  for (const option of options) {
    const made = results.find((row: { readonly text: string }) => row.text === option.text)
    given.custom_field_options[option.key] = String(made.id)
  }
}

export const makeFields = async (making: Making) => {
  for (const field of making.spec.custom_fields) await makeField(making, field)
}
