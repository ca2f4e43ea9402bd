const ids = `
authentication.bearer authentication.required authentication.garbage authentication.scheme
authentication.expired authentication.revoked authentication.revoked-at-once
authorization.forbidden authorization.may-read versioning.base-address versioning.v1
versioning.v2 lists.envelope lists.count lists.fragments lists.next lists.next.last-page
lists.previous lists.previous.first-page lists.results lists.order lists.parameters
lists.offset-default lists.limit-default lists.limit-maximum lists.past-the-end formats.json
formats.timestamps formats.dates formats.client-id formats.client-id.aliases
formats.user-id.aliases formats.budget-member-id.aliases formats.user-id formats.transaction-id
formats.budget-id formats.budget-owner-id formats.invite-id errors.401 errors.403 errors.404
errors.unknown-id errors.wrong-parent users.update.role users.update.payment-types
users.update.delegation users.update.optional users.update.keeps users.update.answer
users.remove users.remove.only users.every users.list users.shape users.id users.first-name
users.last-name users.name users.email users.role users.role-id users.is-deleted users.created
users.updated users.expense-delegate users.expense-delegate.without-feature users.get
users.deleted roles.shape roles.permission-shape roles.list roles.of-users invites.fields
invites.email invites.role invites.payment-types invites.used invites.exists-until
invites.create invites.list invites.cancel invites.request.email invites.request.role
invites.request.payment-types invites.stays invites.accepted invites.states
invites.no-payment-types invites.foreign-role invites.payment-types-minimum transactions.every
transactions.list transactions.shape transactions.id transactions.cleared-date
transactions.auth-date transactions.merchant-name transactions.attendees transactions.budget
transactions.currency transactions.custom-fields transactions.fx-amount transactions.amount
transactions.gst transactions.expense-status transactions.status transactions.transaction-type
transactions.user transactions.line-items transactions.receipt-urls transactions.created
transactions.updated transactions.get transactions.states transactions.expense-states
transaction-filters.offset transaction-filters.limit transaction-filters.min-auth-date
transaction-filters.max-auth-date transaction-filters.auth-day
transaction-filters.min-cleared-date transaction-filters.max-cleared-date
transaction-filters.cleared-day transaction-filters.never-cleared
transaction-filters.expense-status transaction-filters.expense-status.unknown
transaction-filters.status transaction-filters.status.any-of transaction-filters.status.unknown
transaction-filters.together transaction-filters.count transaction-filters.paging
line-items.shape line-items.id line-items.amount line-items.gst-amount line-items.category
line-items.custom-fields line-items.description budgets.every budgets.list budgets.shape
budgets.id budgets.name budgets.budget-type budgets.available-amount budgets.spent-amount
budgets.reset-amount budgets.has-member-limits budgets.rollover-funds budgets.limit-categories
budgets.custom-fields budgets.is-deleted budgets.created budgets.updated budgets.categories
budgets.categories.without-limit budgets.funds budgets.toggle budgets.get budgets.deleted
budget-periods.reset-period budget-periods.start budget-periods.end budget-periods.length
budget-periods.july budget-periods.april budget-periods.reset budget-periods.rollover
budget-members.many budget-members.by-user.budget budget-members.by-user.spent
budget-members.by-user.fields budget-members.is-user budget-members.by-user.list
budget-members.list budget-members.get budget-members.id budget-members.deleted
budget-owners.user budget-owners.invite budget-owners.list budget-owners.add
budget-owners.remove budget-owners.last budget-owners.always-one budget-owners.last.no-effect
budget-owners.reinstates budget-owners.no-duplicate topups.increase topups.decrease topups.exact
topups.only-available topups.only-target topups.at-once topups.list topups.create topups.created
topups.status topups.of-member.list topups.of-member.create topups.of-member.of-budget
topups.automatic topups.policy topups.wrong-kind.budget topups.wrong-kind.member
topups.wrong-kind.no-effect statements.get statements.shape statements.daily-balances
statements.count statements.paging statements.period statements.currency statements.balances
statements.days statements.continuous statements.movements balances.wallets balances.sum
balances.statement balances.real-time custom-fields.types custom-fields.no-other-type
custom-fields.created-by custom-fields.created-by.whatever-is-sent custom-fields.create
custom-fields.manage custom-fields.update.keeps custom-fields.id custom-fields.integration.name
custom-fields.integration.type custom-fields.integration.no-effect custom-field-options.create
custom-field-options.list-only custom-field-options.disable custom-field-options.remove
custom-field-options.update.keeps custom-field-options.id custom-field-budgets.create
custom-field-budgets.shown custom-field-budgets.remove accounting-codes.connected.create
accounting-codes.connected.remove accounting-codes.connected.no-effect
accounting-codes.none.create accounting-codes.manual.create accounting-codes.update
accounting-codes.remove accounting-codes.first-makes-manual accounting-codes.manage
accounting-codes.id categories.fields categories.system.toggle categories.system.name
categories.system.remove categories.system.no-effect categories.custom.name
categories.custom.remove categories.update.keeps categories.custom.created categories.manage
categories.id tenancy.foreign-business tenancy.foreign-id tenancy.foreign-reference
tenancy.foreign-query tenancy.nothing-applied tenancy.canary tenancy.own-records
tenancy.same-address hardening.smuggling hardening.two-hosts hardening.two-credentials
hardening.odd-paths hardening.versions hardening.methods hardening.oversized-head hardening.slow
hardening.connections hardening.cut-off hardening.pipelined hardening.too-long
hardening.compressed hardening.media-types hardening.not-json hardening.odd-json hardening.depth
hardening.duplicate-keys hardening.prototype-keys hardening.bad-encoding hardening.addresses
hardening.long-texts hardening.wrong-types hardening.naughty-texts hardening.exact-amounts
hardening.huge-amounts hardening.many-topups hardening.integers hardening.odd-ids
hardening.paging hardening.pollution hardening.dates hardening.random-filters
hardening.injection durability.acknowledged durability.recovered durability.deletions-kept
durability.changes-kept durability.key-replay durability.keys-kept durability.tokens-kept
durability.ids-unique durability.lost-updates durability.removal-race
durability.paging-while-writing conventions.media-type conventions.body-size
conventions.malformed-json conventions.unknown-input conventions.scalar-twice
conventions.decimals conventions.amount-range conventions.timestamps conventions.dates
conventions.path-ids conventions.query-integers conventions.lengths conventions.query-booleans
conventions.text conventions.e-mails conventions.order-of-checks conventions.absent-filter
conventions.fragments conventions.bounds conventions.past-the-end conventions.order
conventions.successes conventions.rule-status conventions.shape-status conventions.methods
conventions.deleted conventions.problems conventions.request-id conventions.etag
conventions.idempotency conventions.idempotency.refused conventions.rate-limit
conventions.no-store conventions.dry-run conventions.challenge conventions.permission
conventions.roles conventions.user-fields conventions.user-rules conventions.user-removal
conventions.user-leaves conventions.invite-twice conventions.invite-accepted
conventions.invite-cancelled conventions.new-budget conventions.budget-rules conventions.pooling
conventions.periods conventions.reset conventions.budget-filters conventions.budget-removal
conventions.member-rules conventions.member-amounts conventions.owner-rules
conventions.topup-fields conventions.topup-refusals conventions.asked-approval
conventions.topup-approval conventions.transaction-filters conventions.min-after-max
conventions.expense-status conventions.line-item-category conventions.statement-refusals
conventions.balance-shape conventions.field-rules conventions.option-rules
conventions.type-change conventions.link-rules conventions.code-upsert
conventions.integration-managed conventions.category-rules conventions.permissions
conventions.is-deleted conventions.unknown-reference conventions.unknown-currency
conventions.idempotency-quoted conventions.line-breaks conventions.amount-bound
conventions.description-length conventions.assistants conventions.delegate-overlap
conventions.invite-ids conventions.invites-listed conventions.person-twice
conventions.reset-amount-later conventions.member-sum conventions.pooled-member
conventions.topup-amount conventions.member-topup conventions.policy-bound
conventions.taking-away conventions.statement-balances conventions.field-settings
conventions.code-mappings conventions.category-leaves conventions.gone-by-id
conventions.event-chain conventions.event-types conventions.late-movement
conventions.periods-list conventions.period-numbers conventions.reset-events
conventions.complete-stays conventions.me conventions.me-changes conventions.waiting-topups
conventions.receipt-filter conventions.merchant-and-amount-filters conventions.needs-approval
conventions.no-difference conventions.approved-at-once conventions.as-owner
conventions.as-member conventions.as-spender conventions.as-assistant conventions.as-delegate
conventions.unseen-404 conventions.seen-lists conventions.nobody-403 conventions.token-clipped
conventions.expense-part conventions.list-values conventions.movements
conventions.transaction-sort conventions.category-filter conventions.custom-field-filter
conventions.spend-report conventions.spend-report-groups conventions.spend-report-lines
conventions.spend-report-query conventions.receipt-upload conventions.receipt-files
conventions.receipt-same conventions.receipt-removal conventions.receipt-url
conventions.sessions conventions.mapping-system conventions.tax-rates conventions.never-period
conventions.policies conventions.auto-approve conventions.not-an-approver
conventions.nobody-requests conventions.tokens-end conventions.manager-only
conventions.member-filter conventions.member-change conventions.value-names
conventions.budget-elements conventions.sub-user conventions.invite-becomes-user
conventions.field-values-stay conventions.budget-links conventions.empty-statement
conventions.category-filters conventions.tenants-beside conventions.new-cadence
conventions.budget-changes conventions.books-date conventions.books conventions.books-kept
conventions.exports conventions.export-formats conventions.export-bytes
conventions.export-balances conventions.tax-rate conventions.line-tax-rate
conventions.token-secret conventions.token-used conventions.token-meanwhile
conventions.limit-covers conventions.role-permissions
`

/** Requirements that were seen to fail on a wrong server; `conformance selftest --proven`. */
export const proven: ReadonlySet<string> = new Set(ids.trim().split(/\s+/u))
