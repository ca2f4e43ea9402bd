import { Data } from "effect"
import type { Integration } from "../core/records/businesses.ts"

/**
 * "A business with a connected accounting integration cannot create or delete accounting codes
 * through the API (the integration sync manages them)": 400 `integration_managed`.
 */
export class IntegrationManagesCodes extends Data.TaggedError("IntegrationManagesCodes")<{
  readonly integration: Integration
}> {
  override get message(): string {
    return `The ${this.integration} integration manages the accounting codes of this business. Change them in ${this.integration}.`
  }
}
