/**
 * Tests of the console in a browser, with one browser and one service for all. If npm has no
 * Chromium for the platform, the tests print that and pass. Tests without a browser are in
 * `apps/console`.
 */
import { approvals } from "./approvals.ts"
import { attachments } from "./attachments.ts"
import { conflicts } from "./conflicts.ts"
import { removedElsewhere } from "./gone.ts"
import { home } from "./home.ts"
import { many } from "./many.ts"
import { month } from "./month.ts"
import { otherPerson } from "./other-person.ts"
import { phone } from "./phone.ts"
import { signIn } from "./sign-in.ts"
import { slow } from "./slow.ts"
import { openStage } from "./stage.ts"
import { token } from "./token.ts"
import { transactions } from "./transactions.ts"

const stage = openStage()

home(stage)
token(stage)
signIn(stage)
otherPerson(stage)
transactions(stage)
phone(stage)
attachments(stage)
conflicts(stage)
removedElsewhere(stage)
slow(stage)
approvals(stage)
many(stage)
month(stage)
