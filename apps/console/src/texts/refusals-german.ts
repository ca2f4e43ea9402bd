import { peopleGerman } from "./people-german.ts"
import {
  type SaidFormat as Format,
  isFieldName,
  saidMoney as money,
  type RefusalTexts,
  saidWait,
} from "./refusals.ts"

const outcomes: Readonly<Record<string, string>> = {
  APPROVED: "freigegeben",
  DECLINED: "abgelehnt",
  CANCELLED: "zurückgezogen",
}

const mayCancel =
  "Zurückziehen können diese Anfrage nur die Person, die sie gestellt hat, und Admins."
const mayDecide =
  "Entscheiden können darüber nur Verantwortliche des Budgets, die Vertretung von Verantwortlichen, die abwesend sind, und Admins, nie aber die Person, die angefragt hat."

const decided = (status: string): string => outcomes[status] ?? "entschieden"

/** Text at a number outside its bounds. */
const outOfBounds = (
  { minimum, maximum, above }: { minimum?: number; maximum?: number; above?: number },
  { count }: Format,
): string => {
  if (above !== undefined) return `Geben Sie einen Wert über ${count(above)} ein.`
  if (minimum !== undefined && maximum !== undefined) {
    return `Geben Sie einen Wert von ${count(minimum)} bis ${count(maximum)} ein.`
  }
  if (minimum !== undefined) return `Geben Sie mindestens ${count(minimum)} ein.`
  if (maximum !== undefined) return `Geben Sie höchstens ${count(maximum)} ein.`
  return "Dieser Wert ist nicht erlaubt."
}

const units = {
  second: { one: "einer Sekunde", many: "Sekunden" },
  minute: { one: "einer Minute", many: "Minuten" },
}

const allOf = new Intl.ListFormat("de", { type: "conjunction" })

/** The form reads its choices again automatically. */
const deletedText = (what: string): string =>
  `${what} gibt es hier nicht mehr. Treffen Sie eine andere Auswahl.`

const nouns: Readonly<Record<string, string>> = peopleGerman.resources
const verbs: Readonly<Record<string, string>> = peopleGerman.actions

/** Refusals of any request. */
const general = {
  validation_failed: "Einige Angaben sind ungültig. Bitte prüfen Sie sie.",
  unauthorized: "Diese Anmeldung gilt nicht oder nicht mehr. Melden Sie sich neu an.",
  forbidden: "Sie haben keinen Zugang zu dieser Firma. Melden Sie sich bei Ihrer eigenen an.",
  permission_denied: ({ needs, resource = "", action = "" }) => {
    if (needs === "admin") return "Das dürfen nur Admins. Bitten Sie jemanden mit dieser Rolle."
    if (needs === "user")
      return "Dieses Token handelt für niemanden. Melden Sie sich als Person an."
    const noun = nouns[resource] ?? resource
    const verb = verbs[action] ?? action
    return `Ihre Rolle erlaubt das nicht: Ihnen fehlt das Recht „${noun} ${verb}“. Bitten Sie die Admins.`
  },
  foreign_origin: "Diese Anfrage kam von einer anderen Website und wurde abgewiesen.",
  not_found: "Das gibt es nicht mehr, oder Sie haben keinen Zugriff darauf.",
  request_timeout: "Die Übertragung hat zu lange gedauert. Versuchen Sie es noch einmal.",
  idempotency_key_in_use: "Ihre Eingabe wird bereits verarbeitet. Warten Sie einen Moment.",
  precondition_failed:
    "Jemand anderes hat das inzwischen geändert. Prüfen Sie es, und versuchen Sie es noch einmal.",
  content_too_large: "Das ist zu groß. Senden Sie weniger auf einmal.",
  uri_too_long: "Das sind zu viele oder zu lange Filter. Setzen Sie einige zurück.",
  unsupported_media_type: "Dieses Format wird nicht unterstützt.",
  rate_limited: "Das waren zu viele Anfragen. Versuchen Sie es gleich noch einmal.",
  internal_error:
    "Im Dienst ist ein Fehler aufgetreten, und nichts wurde gespeichert. Wenden Sie sich mit der Referenz an die Systemverwaltung.",
  overloaded: "Der Dienst ist ausgelastet. Versuchen Sie es gleich noch einmal.",
  storage_unavailable:
    "Der Dienst ist gerade nicht verfügbar. Versuchen Sie es gleich noch einmal.",
} satisfies Partial<RefusalTexts>

/** Errors in input. */
const fields = {
  missing: "Bitte ausfüllen.",
  not_allowed: "Dieser Wert steht nicht zur Auswahl.",
  too_short: ({ of }) =>
    of === "items" ? "Wählen Sie mindestens einen Eintrag." : "Bitte ausfüllen.",
  too_long: ({ maximum, of }, { count }) => {
    if (maximum === undefined) return "Das ist zu lang."
    return of === "items"
      ? `Höchstens ${count(maximum)} ${maximum === 1 ? "Eintrag ist" : "Einträge sind"} erlaubt.`
      : `Höchstens ${count(maximum)} Zeichen ${maximum === 1 ? "ist" : "sind"} erlaubt.`
  },
  control_character: "Entfernen Sie Steuerzeichen und Zeilenumbrüche.",
  out_of_range: outOfBounds,
  not_in_order: "Der Anfang liegt nach dem Ende.",
  not_unique: "Jeder Eintrag darf nur einmal vorkommen.",
  malformed: "Dieses Format ist ungültig.",
  invalid_date: "Geben Sie ein gültiges Datum ein.",
  invalid_email: "Geben Sie eine E-Mail-Adresse ein, etwa name@example.com.",
  invalid_url: "Geben Sie eine vollständige Adresse ein, etwa https://…",
  unknown_currency: "Diese Währung ist nicht bekannt, oder es gibt kein Guthabenkonto in ihr.",
  amount_out_of_range: ({ balance, ...bounds }, format) => {
    if (balance === undefined) return outOfBounds(bounds, format)
    return `Der Betrag ist zu groß: Die Summe darf höchstens ${money(balance.maximum, format)} sein.`
  },
  too_many_decimals: ({ currency, decimals }) =>
    decimals === 0
      ? `Beträge in ${currency} haben keine Nachkommastellen.`
      : `Beträge in ${currency} haben höchstens ${decimals} Nachkommastellen.`,
  zero_amount: "Der Betrag darf nicht 0 sein.",
  unknown_event_type: "Diese Art von Ereignis gibt es nicht.",
  too_many_marks: "Ein Zeichen hat zu viele Akzente.",
  malformed_text: "Der Text enthält ungültige Zeichen.",
  unknown_user: deletedText("Diese Person"),
  unknown_role: deletedText("Diese Rolle"),
  unknown_budget: deletedText("Dieses Budget"),
  unknown_invite: deletedText("Diese Einladung"),
  unknown_category: deletedText("Diese Kategorie"),
  unknown_custom_field: ({ id }) =>
    `${isFieldName(id) ? `Das Feld „${id}“` : "Dieses Feld"} gibt es hier nicht mehr. Lassen Sie es weg.`,
  unknown_custom_field_option: deletedText("Diesen Auswahlwert"),
  unknown_accounting_code: deletedText("Dieses Buchungskonto"),
  unknown_tax_rate: deletedText("Diesen Steuersatz"),
} satisfies Partial<RefusalTexts>

const people = {
  sign_in_link_not_valid: "Dieser Link gilt nicht mehr. Fordern Sie einen neuen an.",
  sign_in_links_off: "Hier gibt es keine Anmeldung per Link. Nutzen Sie Ihren Anmeldedienst.",
  too_many_sign_in_links: ({ retry_after }, format) =>
    `Für diese Adresse wurden zu viele Links angefordert. Versuchen Sie es in ${saidWait(retry_after, format, units)} noch einmal.`,
  other_user_signed_in: "In diesem Browser ist jemand anderes angemeldet.",
  user_exists: "Jemand mit dieser Adresse gehört schon zur Firma.",
  invite_exists:
    "An diese Adresse ist schon eine Einladung offen. Ziehen Sie sie zurück, um eine neue zu senden.",
  invite_already_accepted: "Diese Einladung wurde schon angenommen.",
  role_exceeds_yours: ({ role }) =>
    `Die Rolle „${peopleGerman.roleName(role)}“ hat Rechte, die Ihrer fehlen. Wählen Sie eine andere.`,
  out_of_office_needs_dates: "Geben Sie den ersten und den letzten Tag der Abwesenheit ein.",
  out_of_office_ends_before_start: ({ start }, { day }) =>
    `Die Abwesenheit beginnt am ${day(start)}. Wählen Sie als letzten Tag keinen früheren.`,
  delegate_is_self:
    "Niemand kann die eigene Vertretung oder Assistenz sein. Wählen Sie jemand anderen.",
  delegate_out_of_office: ({ start, end }, { range }) =>
    `Diese Person ist selbst abwesend (${range(start, end)}). Wählen Sie eine andere Vertretung.`,
  feature_unavailable:
    "Diese Funktion ist für Ihre Firma nicht eingeschaltet. Wenden Sie sich an die Systemverwaltung.",
  too_many_assistants: ({ maximum }, { count }) =>
    `Höchstens ${count(maximum)} Assistenzen sind möglich.`,
  repeated_assistant: "Diese Person ist schon als Assistenz eingetragen.",
  chained_assistant: "Niemand kann eine Assistenz haben und zugleich selbst Assistenz sein.",
  user_is_not_you: ({ user_id }) =>
    user_id === null
      ? "Ihr Token handelt für niemanden und kann kein Token für eine Person anlegen."
      : "Ein Token kann nur für Sie selbst oder für niemanden handeln.",
  expires_in_past: "Wählen Sie einen Ablauf in der Zukunft.",
  too_many_tokens: ({ maximum }, { count }) =>
    `Eine Firma kann höchstens ${count(maximum)} Tokens haben, auch abgelaufene. Widerrufen Sie eines, das nicht mehr verwendet wird.`,
} satisfies Partial<RefusalTexts>

const budgets = {
  reset_amount_required: "Geben Sie für jedes Mitglied ein Limit ein.",
  reset_amount_not_allowed: "Die Mitglieder dieses Budgets haben keine eigenen Limits.",
  member_sum_differs: ({ sum, reset_amount }, format) =>
    `Die Limits der Mitglieder ergeben ${money(sum, format)}, das Budget hat ${money(reset_amount, format)}. Beide müssen gleich sein.`,
  reset_amount_is_member_sum:
    "Dieser Betrag ist die Summe der Limits. Ändern Sie die Limits der Mitglieder.",
  budget_without_members: "Dieses Budget hat keine Mitglieder. Fügen Sie zuerst eines hinzu.",
  repeated_person: "Diese Person ist schon eingetragen.",
  field_not_linkable: ({ name }) => `Das Feld „${name}“ gilt für kein Budget.`,
  already_member: "Diese Person ist schon Mitglied des Budgets.",
  budget_without_limits: "Die Mitglieder dieses Budgets haben keine eigenen Limits.",
  budget_never_resets: "Dieses Budget erneuert sich nie. Stocken Sie stattdessen das Mitglied auf.",
  last_budget_member:
    "Das ist das letzte Mitglied. Fügen Sie zuerst ein anderes hinzu, oder löschen Sie das Budget.",
  already_owner: "Diese Person ist schon für das Budget verantwortlich.",
  last_budget_owner: ({ budgets }) => {
    const names = allOf.format(budgets.map(({ name }) => `„${name}“`))
    return `Sonst ist niemand für ${names} verantwortlich. Fügen Sie dort zuerst jemand anderen hinzu.`
  },
  topup_needs_member:
    "In diesem Budget hat jedes Mitglied ein eigenes Limit. Stocken Sie ein Mitglied auf.",
  topup_needs_budget:
    "Die Mitglieder dieses Budgets haben keine eigenen Limits. Stocken Sie das Budget auf.",
  insufficient_funds: ({ available, requested }, format) => {
    if (available.amount <= 0) return "Es ist nichts verfügbar, also lässt sich nichts entnehmen."
    return `Nur ${money(available, format)} sind verfügbar: ${money(requested, format)} lassen sich nicht entnehmen.`
  },
  not_an_approver: ({ action, status }) => {
    const who = action === "cancel" ? mayCancel : mayDecide
    return status === "PENDING" ? who : `${who} Die Anfrage ist schon ${decided(status)}.`
  },
  topup_not_pending: ({ status }) => `Diese Anfrage ist schon ${decided(status)}.`,
  needs_approval: ({ policy, amount }, format) =>
    `Nach der Richtlinie „${policy}“ brauchen ${money(amount, format)} eine Freigabe: durch Verantwortliche des Budgets, die Vertretung von Verantwortlichen, die abwesend sind, oder Admins. Für ein neues Budget können sie nur Admins erteilen.`,
} satisfies Partial<RefusalTexts>

const laterDay =
  "Wählen Sie einen späteren Tag, oder bitten Sie die Admins, die Bücher wieder zu öffnen."
const final = "Dieser Wert ist endgültig. Admins können die Bücher wieder öffnen."

const books = {
  duplicate_custom_field: ({ name }) => `Das Feld „${name}“ hat schon einen Wert.`,
  unknown_option: ({ name, text }) => `„${text}“ steht im Feld „${name}“ nicht zur Auswahl.`,
  category_not_allowed: ({ name }) =>
    `Die Kategorie „${name}“ ist nicht aktiv oder für dieses Budget nicht erlaubt. Wählen Sie eine andere.`,
  gst_exceeds_amount: ({ maximum }, format) =>
    `Die Steuer darf höchstens so hoch sein wie der Betrag: ${money(maximum, format)}.`,
  books_locked: ({ locked_through, what }, { day }) =>
    `Die Bücher sind bis zum ${day(locked_through)} abgeschlossen. ${what === "date" ? laterDay : final}`,
  books_only_forward: ({ locked_through }, { day }) =>
    `Wählen Sie einen Tag nach dem ${day(locked_through)}. Nur Admins können die Bücher wieder öffnen.`,
  too_many_receipts: ({ maximum }, { count }) =>
    `Eine Transaktion kann höchstens ${count(maximum)} Belege haben.`,
  no_thumbnail: ({ reason }) => {
    if (reason === "not-a-picture") return "Von diesem Dateityp gibt es keine kleine Ansicht."
    return reason === "not-drawable"
      ? "Das Bild ist beschädigt oder zu groß für eine kleine Ansicht."
      : "Die kleine Ansicht kann gerade nicht erstellt werden."
  },
  period_too_long: ({ maximum }, { count }) =>
    `Der Zeitraum darf höchstens ${count(maximum)} Tage lang sein.`,
  too_many_groups: ({ maximum }, { count }) =>
    `Das ergäbe mehr als ${count(maximum)} Zeilen. Wählen Sie einen kürzeren Zeitraum.`,
  export_ends_before_start: ({ start_date }, { day }) =>
    `Der letzte Tag liegt vor dem ersten, dem ${day(start_date)}.`,
  export_too_large: ({ maximum }, { count }) =>
    `Diese Tage haben mehr als ${count(maximum)} Bewegungen. Wählen Sie weniger Tage.`,
} satisfies Partial<RefusalTexts>

const targets: Readonly<Record<string, string>> = {
  not_absolute: "Geben Sie eine vollständige Adresse ein, etwa https://example.com/outlay.",
  not_https: "Die Adresse muss mit https beginnen.",
  not_http: "Die Adresse muss mit https oder http beginnen.",
  credentials: "Die Adresse darf weder Benutzernamen noch Passwort enthalten.",
  fragment: "Lassen Sie das Zeichen # und alles danach weg.",
  private:
    "Webhooks gehen nur an öffentliche Adressen, sofern die Systemverwaltung nichts anderes erlaubt.",
  sending_off: "Dieser Dienst sendet keine Webhooks.",
}

const settings = {
  target_not_allowed: ({ rule = "" }) => targets[rule] ?? "Diese Adresse ist nicht erlaubt.",
  too_many_webhooks: ({ maximum }, { count }) =>
    `Eine Firma kann höchstens ${count(maximum)} Webhooks haben. Entfernen Sie einen.`,
  integration_managed: ({ integration }) =>
    `Die Buchungskonten werden mit Ihrer Buchhaltungssoftware (${integration}) abgeglichen. Ändern Sie sie dort.`,
  category_exists: ({ name }) => `Eine Kategorie mit dem Namen „${name}“ gibt es schon.`,
  category_is_system: ({ name }) =>
    `„${name}“ ist eine vorgegebene Kategorie. Sie lässt sich nur aktivieren, deaktivieren und einem Buchungskonto zuordnen.`,
  category_is_custom: ({ name }) =>
    `„${name}“ haben Sie selbst angelegt. Löschen Sie die Kategorie, statt sie zu deaktivieren.`,
  custom_field_exists: ({ name }) => `Ein Feld mit dem Namen „${name}“ gibt es schon.`,
  integration_manages_field:
    "Dieses Feld wird mit Ihrer Buchhaltungssoftware abgeglichen. Hier lässt sich nur ändern, für welche Budgets es gilt und welche Auswahlwerte aktiv sind.",
  custom_field_in_use: ({ what }) =>
    `Dieses Feld hat schon ${what === "options" ? "Auswahlwerte" : "Werte"}, daher bleibt seine Art. Legen Sie ein neues Feld an.`,
  custom_field_is_free_text: ({ name }) => `„${name}“ ist ein Freitext und hat keine Auswahlwerte.`,
  custom_field_option_exists: ({ text }) => `Den Auswahlwert „${text}“ gibt es schon.`,
  budget_setting_not_some:
    "Einzelne Budgets lassen sich nur wählen, wenn das Feld für gewählte Budgets gilt.",
  budget_already_linked: ({ name }) => `Das Feld gilt schon für „${name}“.`,
} satisfies Partial<RefusalTexts>

/** German texts of refusals. */
export const refusalsGerman: RefusalTexts = {
  ...general,
  ...fields,
  ...people,
  ...budgets,
  ...books,
  ...settings,
}
