import { join } from "node:path"
import { expect, test } from "vitest"
import { requirementsPage } from "../src/reports/requirements.ts"
import { checksOfRequirement, requirements } from "../src/suite.ts"

test("docs/requirements.md is the table of requirements", async () => {
  const page = requirementsPage(requirements, (id) => checksOfRequirement(id).length)
  const file = join(import.meta.dirname, "../../../docs/requirements.md")
  await expect(page).toMatchFileSnapshot(file)
})
