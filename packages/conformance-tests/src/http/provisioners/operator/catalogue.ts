import type { CustomFieldSpec, InviteSpec, UserSpec } from "../../../interface/world/spec.ts"
import { idOf, keep, listed, type Making } from "./creation.ts"

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
    // If it is refused, the list of users shows that.
    await admin.attempt("PATCH", path, { expense_delegate: ids })
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
  const id = await keep(making, "invites", invite.key, () =>
    admin.ask("POST", `${theirs}/invites`, {
      email: invite.email,
      role_id: idOf(given, "roles", invite.role),
      payment_types: invite.payment_types,
    }),
  )
  if (id === null || invite.accepted === undefined) return
  const { user, ...name } = invite.accepted
  given.users[user] = await acceptInvite(making, id, name)
}

export const makeInvites = async (making: Making) => {
  for (const invite of making.spec.invites) await makeInvite(making, invite)
}

const isConnected = ({ spec }: Making) => spec.integration !== null && spec.integration !== "MANUAL"

/** Codes come only from the sync of a connected integration, if there is one. */
export const makeCodes = async (making: Making) => {
  const { spec, operator, admin, ours, theirs } = making
  for (const { key, code, name } of spec.accounting_codes) {
    await keep(making, "accounting_codes", key, () =>
      isConnected(making)
        ? operator.ask("POST", `${ours}/sync/accounting-codes`, { code, name })
        : admin.ask("POST", `${theirs}/accounting-codes`, { code, name }),
    )
  }
}

export const makeCategories = async (making: Making) => {
  const { spec, given, admin, theirs } = making
  for (const { key, name, accounting_code } of spec.categories) {
    await keep(making, "categories", key, async () =>
      admin.ask("POST", `${theirs}/categories`, {
        name,
        ...(accounting_code === undefined
          ? {}
          : { accounting_code_id: idOf(given, "accounting_codes", accounting_code) }),
      }),
    )
  }
}

/** Reads the options of an integration's field from a list. */
const learnOptions = async (making: Making, { options }: CustomFieldSpec, path: string) => {
  const rows = options.length === 0 ? [] : await listed(making.admin, path)
  for (const { key, text } of options) {
    await keep(making, "custom_field_options", key, async () =>
      rows.find((row) => row?.text === text),
    )
  }
}

const makeField = async (making: Making, field: CustomFieldSpec) => {
  const { operator, admin, ours, theirs } = making
  const { key, name, field_type, budget_setting, created_by, options } = field
  const row = { name, field_type, budget_setting }
  const texts = options.map(({ text }) => ({ text }))
  const synced = created_by !== "PUBLIC_API"
  const id = await keep(making, "custom_fields", key, () =>
    synced
      ? operator.ask("POST", `${ours}/sync/custom-fields`, {
          ...row,
          created_by,
          ...(texts.length === 0 ? {} : { options: texts }),
        })
      : admin.ask("POST", `${theirs}/custom-fields`, row),
  )
  if (id === null) return
  const path = `${theirs}/custom-fields/${id}/options`
  if (synced) return learnOptions(making, field, path)
  for (const { key: option, text } of options) {
    await keep(making, "custom_field_options", option, () => admin.ask("POST", path, { text }))
  }
}

export const makeFields = async (making: Making) => {
  for (const field of making.spec.custom_fields) await makeField(making, field)
}
