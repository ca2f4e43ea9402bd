import type { Requirement } from "../requirement.ts"
import { requirementsOf } from "../requirement.ts"
import { derived } from "./row.ts"

const identified =
  "Every business is identified by an integer `client_id` that appears in the path."
const forbidden = "a forbidden one with 403 (see Errors)"

const secure = (
  id: string,
  saying: Pick<Requirement, "sentence" | "sent" | "accepted">,
): Omit<Requirement, "area"> => ({
  ...derived(
    id,
    saying.sentence === identified ? "What the service does" : "Authentication",
    saying,
  ),
  strength: "security",
})

export const tenancy = requirementsOf("tenancy", [
  secure("tenancy.foreign-business", {
    sentence: forbidden,
    sent: "Every operation on a business, with every token of another business.",
    accepted: "A refusal that does not reveal whether the business exists.",
  }),
  secure("tenancy.foreign-id", {
    sentence: identified,
    sent: "Every operation on the token's business, with ids of another business in the path.",
    accepted: "The status, and the kind of body, of an id that does not exist.",
  }),
  secure("tenancy.foreign-reference", {
    sentence: identified,
    sent: "Writes to the token's business, with ids of another business in the body.",
    accepted: "The status of an id that does not exist; never success.",
  }),
  secure("tenancy.foreign-query", {
    sentence: identified,
    sent: "Lists of the token's business, with ids of another business as filters.",
    accepted: "A refusal, or records of the token's business only.",
  }),
  secure("tenancy.nothing-applied", {
    sentence: identified,
    sent: "Every write to a business that another business's token can attempt.",
    accepted: "The business, read completely with its own token, is unchanged.",
  }),
  secure("tenancy.canary", {
    sentence: identified,
    sent: "Every response of a run to anyone except the business whose texts contain a mark.",
    accepted: "Not a byte of the mark.",
  }),
  secure("tenancy.own-records", {
    sentence: identified,
    sent: "Every list of two businesses with the same data, each with its own token.",
    accepted: "Records of its own, and no id that the other's list shows under the same path.",
  }),
  secure("tenancy.same-address", {
    sentence: identified,
    sent: "Users who work for two businesses under one address, read in each.",
    accepted: "In each business its own user, with the name and role of that business.",
  }),
])
