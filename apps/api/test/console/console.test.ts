/**
 * What people do in the console, in a real browser: one browser and one service for all. Where
 * npm brings no Chromium for the platform the tests say so and end: what needs none is tested in
 * `apps/console`.
 */
import { approvals } from "./approvals.ts"
import { attachments } from "./attachments.ts"
import { conflicts } from "./conflicts.ts"
import { gone } from "./gone.ts"
import { home } from "./home.ts"
import { many } from "./many.ts"
import { month } from "./month.ts"
import { otherPerson } from "./other-person.ts"
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
attachments(stage)
conflicts(stage)
gone(stage)
slow(stage)
approvals(stage)
many(stage)
month(stage)
