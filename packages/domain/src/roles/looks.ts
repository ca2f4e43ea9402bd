import { byCreated } from "../core/looks.ts"
import type { Page, PageRequest } from "../core/page.ts"
import { answerTo, type Look, pageOf } from "../core/questions.ts"
import type { Role } from "../core/records/roles.ts"

/** The roles of a business, which are born with it: by `created` ascending, ties by id. */
export const roles = (request: PageRequest): Look<Page<Role>> =>
  answerTo(pageOf("roles", {}, byCreated, request))
