/** Why `verify` cannot find a corruption, by table and column; `*` is every column and row. */
export const unfound: ReadonlyArray<readonly [where: RegExp, why: string]> = [
  [
    /^idempotency_records /u,
    "an answer that is remembered for a day is no part of the books; a wrong one is asked again",
  ],
  [
    /^messages /u,
    "a message that waits for the mailer is no part of the books, and is gone once it is sent",
  ],
  [
    /^webhook_deliveries /u,
    "how far a delivery has come is no part of the books; settled ones are removed after a month",
  ],
  [
    /^reassessments /u,
    "how far judging again has come is no part of the books; what it judges is checked",
  ],
  [/^migrations (name|applied)$/u, "a step is known by its number and checksum"],
  [/^tokens (digest|last_used_at)$/u, "no event shows a secret, or when it was used"],
  [/^webhooks secrets$/u, "no event shows a secret"],
  [/^movements created$/u, "no event tells of a movement by itself"],
  [/^sequences next$/u, "numbers may have gaps; one that would be given twice is found"],
  [
    /^(budgets|budget_members|wallets|daily_movements) (created|updated)$/u,
    "it goes with amounts that other records move, of which events do not tell one by one",
  ],
  [/^budgets categories$/u, "a budget that is not limited to categories shows none"],
  [
    /^events hidden$/u,
    "the interface does not show it, so that the chain cannot cover it; that of the last event of a record is compared with the row",
  ],
  [
    /^line_items (position|tax_rate_id)$/u,
    "items keep their order; a tax rate shows only with itemised tax, while it is there",
  ],
  [
    /^custom_field_budgets allow_options$/u,
    "links have no events of their own where a setting changes them all at once",
  ],
]
