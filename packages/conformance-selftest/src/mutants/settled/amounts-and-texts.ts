import { jsonResponse } from "../../wire.ts"
import { answering, bodyOf } from "../edges.ts"
import type { Mutant } from "../mutant.ts"
import { allowing, type Edge, mutant, reshaped } from "./edges.ts"

const rows: ReadonlyArray<
  readonly [requirement: string, name: string, breaks: string, edge: Edge]
> = [
  ...(
    [
      ["POST", "budgets", 201],
      ["PATCH", "budget", 200],
      ["POST", "members", 201],
      ["PATCH", "member", 200],
      ["POST", "memberTopups", 200],
      ["POST", "policies", 201],
    ] as const
  ).flatMap(([method, place, status]) =>
    (
      [
        ["decimals", "too_many_decimals"],
        ["amount-range", "amount_out_of_range"],
      ] as const
    ).map(
      ([requirement, code]) =>
        [
          requirement,
          `${requirement}-${method}-${place}`.toLowerCase(),
          `\`${code}\` does not hold of ${method} ${place}`,
          allowing(method, place, code, status),
        ] as const,
    ),
  ),
  ...(
    [
      ["POST", "fields", 201],
      ["POST", "options", 201],
      ["POST", "policies", 201],
      ["PATCH", "budget", 200],
      ["PATCH", "category", 200],
      ["PATCH", "transaction", 200],
    ] as const
  ).map(
    ([method, place, status]) =>
      [
        "lengths",
        `too-long-${method}-${place}`.toLowerCase(),
        `texts of ${method} ${place} have no length`,
        allowing(method, place, "too_long", status),
      ] as const,
  ),
  [
    "lengths",
    "code-name-128",
    "a code's name has 128 letters at most",
    answering("POST", ["codes"], async (request, next) =>
      String(bodyOf(request)?.name).length > 128
        ? jsonResponse(400, { code: "too_long" })
        : next(request),
    ),
  ],
  ...(["categories", "budgets", "fields", "options", "codes"] as const).map(
    (place) =>
      [
        "text",
        `names-untrimmed-${place}`,
        `names of ${place} keep their white space`,
        reshaped("POST", place, (made, sent) => {
          const key = { options: "text", codes: "code" }[place as string] ?? "name"
          return { ...made, [key]: sent?.[key] ?? made[key] }
        }),
      ] as const,
  ),
  [
    "e-mails",
    "option-renamed-alike",
    "an option is renamed as another",
    allowing("PATCH", "option", "custom_field_option_exists", 200),
  ],
  [
    "e-mails",
    "field-renamed-alike",
    "a field is renamed as another",
    allowing("PATCH", "field", "custom_field_exists", 200),
  ],
  [
    "e-mails",
    "category-renamed-alike",
    "a category is renamed as another",
    allowing("PATCH", "category", "category_exists", 200),
  ],
]

/** Mutants that accept amounts and texts unchecked. */
export const amountsAndTexts: ReadonlyArray<Mutant> = rows.map(
  ([requirement, name, breaks, edge]) => mutant(name, requirement, breaks, edge),
)
