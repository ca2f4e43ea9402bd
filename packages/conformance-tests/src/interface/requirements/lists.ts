import { requirementsOf } from "../requirement.ts"
import { derived, stated } from "./row.ts"

const section = "Common list envelope"
const limits = "Limits"
const next =
  "| next | string (null allowed for invites) | Query fragment of the form `offset=<n>&limit=<n>` that identifies the next page. |"
const previous =
  "| previous | string (null allowed for invites) | Same form, for the previous page. |"

export const lists = requirementsOf("lists", [
  stated("lists.envelope", section, {
    sentence: "Every list response is an object with these fields.",
    sent: "Every response of a list operation.",
    accepted:
      "An object with `count` (an integer), `next`, `previous` (text, or null) and `results`.",
  }),
  stated("lists.count", section, {
    sentence: "Total number of records matching the query",
    sent: "A list, in pages of several sizes.",
    accepted: "`count` is the number of records on all pages together, on each of them.",
  }),
  stated("lists.fragments", section, {
    sentence: "Query fragment of the form `offset=<n>&limit=<n>` that identifies the next page.",
    sent: "Every response of a list operation.",
    accepted:
      "`next` and `previous` are of this form, or are null or absent if there is no such page.",
  }),
  stated("lists.next", section, {
    sentence: next,
    sent: "A list is walked from its first page by `next`.",
    accepted: "Every record, once.",
  }),
  derived("lists.next.last-page", section, {
    sentence: next,
    sent: "The last page of a list, also where it is full to the last record.",
    accepted: "No `next`.",
  }),
  stated("lists.previous", section, {
    sentence: previous,
    sent: "A list is walked from its last page by `previous`.",
    accepted: "Every record, once, and the pages that were seen on the way there.",
  }),
  derived("lists.previous.first-page", section, {
    sentence: previous,
    sent: "The first page of a list.",
    accepted: "No `previous`.",
  }),
  stated("lists.results", section, {
    sentence: "The records of this page",
    sent: "Pages at several places of a list.",
    accepted: "As many records as the limit, or as are left.",
  }),
  derived("lists.order", section, {
    sentence: next,
    sent: "An unchanged list, again and in pages of other sizes.",
    accepted: "The same records in the same order, also those with equal times.",
  }),
  stated("lists.parameters", "Endpoints", {
    sentence:
      "List operations return the common list envelope and take the `offset` and `limit` query parameters (see Limits).",
    sent: "`offset` and `limit` at several places of a list.",
    accepted: "The records from `offset` on, at most `limit` of them.",
  }),
  stated("lists.offset-default", limits, {
    sentence: "| offset default | 0 | list operations |",
    sent: "A list without `offset`.",
    accepted: "The page that `offset=0` gives.",
  }),
  stated("lists.limit-default", limits, {
    sentence: "| limit default | 50 | list operations |",
    sent: "A list of more than 50 records, without `limit`.",
    accepted: "50 records.",
  }),
  stated("lists.limit-maximum", limits, {
    sentence: "| limit maximum | 500 | list operations |",
    sent: "`limit=500`, `limit=501` and far more.",
    accepted: "500 is served; beyond it a refusal, or at most 500 records and a `next` that fits.",
  }),
  derived("lists.past-the-end", section, {
    sentence: "The records of this page",
    sent: "An `offset` at and beyond the last record.",
    accepted: "No record: a page without results, or a refusal.",
  }),
  {
    ...stated("lists.is-deleted", "Shared query parameter", {
      sentence:
        "`is_deleted` (boolean, filters on whether the resource is deleted) is a defined shared parameter; which operations accept it: not shown.",
      sent: "Nothing.",
      accepted: "Nothing.",
    }),
    excluded:
      "The document names no operation that accepts it; the settled profile tests those that Outlay chose.",
  },
])
