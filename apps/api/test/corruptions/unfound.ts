/** Why `verify` cannot find a corruption, by table and column; `*` is every column and row. */
export const unfound: ReadonlyArray<readonly [where: RegExp, why: string]> = [
  [
    /^idempotency_records /u,
    "a response that is stored for a day is not part of the books; a wrong one is requested again",
  ],
  [
    /^messages /u,
    "a message that is pending is not part of the books, and is deleted once it is sent",
  ],
  [
    /^(notification_progress|budget_alerts) /u,
    "sent notifications are not part of the books; one may be sent again, or never",
  ],
  [
    /^(export_parts|exported_movements) /u,
    "the file of an export is a copy for other programs, and its event has the balances; its movements are only left out of other exports",
  ],
  [
    /^sign_in_links /u,
    "a link that is not used yet is not part of the books, and is deleted once it is used",
  ],
  [
    /^webhook_deliveries /u,
    "the progress of a delivery is not part of the books; settled ones are removed after a month",
  ],
  [
    /^reassessments /u,
    "the progress of a re-evaluation is not part of the books; the evaluated expenses are checked",
  ],
  [/^migrations (name|applied)$/u, "a step is identified by its number and checksum"],
  [/^tokens (digest|last_used_at)$/u, "no event shows a secret, or the time of its use"],
  [/^webhooks secrets$/u, "no event shows a secret"],
  [/^movements created$/u, "no event reports a movement by itself"],
  [/^sequences next$/u, "numbers may have gaps; a number that would be issued twice is found"],
  [
    /^(budgets|budget_members|wallets|daily_movements) (created|updated)$/u,
    "it changes with the amounts that other records move, and events do not report each of these changes",
  ],
  [/^budgets categories$/u, "a budget that is not limited to categories shows none"],
  [
    /^events hidden$/u,
    "the interface does not show it, so the chain cannot cover it; for the last event of a record, it is compared with the row",
  ],
  [
    /^custom_field_budgets allow_options$/u,
    "links have no events of their own if a setting changes them all at once",
  ],
]
