import { requirementsOf } from "../requirement.ts"
import { derived, stated } from "./row.ts"

const gaps = "Operation groups whose methods, paths and bodies are not shown"
const rules = "States and transitions"
const connected =
  "A business with a connected accounting integration cannot create or delete accounting codes through the API (the integration sync manages them)."
const unconnected =
  "A business with a manual integration or none can create, update and delete them; the first creation makes a manual integration when none exists."

export const accountingCodes = requirementsOf("accounting-codes", [
  stated("accounting-codes.connected.create", rules, {
    sentence: connected,
    sent: "A code is created in a business with a connected integration.",
    accepted: "It is refused.",
  }),
  stated("accounting-codes.connected.remove", rules, {
    sentence: connected,
    sent: "A synced code is deleted in a business with a connected integration.",
    accepted: "It is refused.",
  }),
  derived("accounting-codes.connected.no-effect", "Errors", {
    sentence: "creating or deleting accounting codes while a connected integration exists",
    sent: "A code is created, and a synced one deleted, under a connected integration.",
    accepted: "The codes are the same as before the refusals.",
  }),
  stated("accounting-codes.none.create", rules, {
    sentence: unconnected,
    sent: "A code is created in a business without an integration.",
    accepted: "It is accepted, and listed once.",
  }),
  stated("accounting-codes.manual.create", rules, {
    sentence: unconnected,
    sent: "A code is created in a business with a manual integration.",
    accepted: "It is accepted, and listed once.",
  }),
  stated("accounting-codes.update", rules, {
    sentence: unconnected,
    sent: "A code is updated: its name, in a business with a manual integration or none.",
    accepted: "It is accepted; the code has the new name and its id, and is listed once.",
  }),
  stated("accounting-codes.remove", rules, {
    sentence: unconnected,
    sent: "One of two codes is deleted, in a business with a manual integration or none.",
    accepted: "It is accepted; the code is no longer listed, and the other one is.",
  }),
  derived("accounting-codes.first-makes-manual", rules, {
    sentence: unconnected,
    sent: "After the first creation, codes are created, updated and deleted.",
    accepted: "Each is accepted: the created integration is a manual one.",
  }),
  stated("accounting-codes.manage", gaps, {
    sentence: "manage GL codes",
    sent: "Codes are created and listed.",
    accepted: "An envelope with each of them once, with the code and the name that were sent.",
  }),
  stated("accounting-codes.id", "Path identifiers", {
    sentence: "| accounting_code_id | string, uuid |",
    sent: "A code is created.",
    accepted: "Its id is a uuid.",
  }),
])
