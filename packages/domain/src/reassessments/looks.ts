import { answerTo, type Look, one } from "../core/questions.ts"
import type { Reassessment } from "../core/records/reassessments.ts"

/** The reassessment of a business that has not ended, or null. */
export const pendingReassessment: Look<Reassessment | null> = answerTo(one("reassessments"))
