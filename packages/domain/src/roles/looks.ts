import { byCreated } from "../core/looks.ts"
import type { Page, PageRequest } from "../core/page.ts"
import { answerTo, type Look, pageOf } from "../core/questions.ts"
import type { Role } from "../core/records/roles.ts"

/** Returns the predefined roles of a business, by `created` ascending, ties by id. */
export const roles = (request: PageRequest): Look<Page<Role>> =>
  answerTo(pageOf("roles", {}, byCreated, request))
