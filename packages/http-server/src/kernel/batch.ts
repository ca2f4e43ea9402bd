/** Longest time in milliseconds that a response waits for those of other requests. */
const maxHoldMs = 1

/**
 * Maximum number of reads processed in one turn. Only between turns does node report that responses
 * have left (until then they count as in flight), and only then do writes continue.
 */
const maxTogether = 64

/** True if the last turn of the event loop with a read had more than one. */
let isShared = false
/** Number of reads in this turn. */
let count = 0
let isScheduled = false
let steps: Array<() => undefined> = []
let held: Array<() => undefined> = []
let heldSince = 0

const schedule = (): undefined => {
  if (isScheduled) return
  isScheduled = true
  setImmediate(run)
}

const run = (): undefined => {
  isScheduled = false
  const taken = steps
  steps = taken.splice(maxTogether)
  isShared = count > 1 || steps.length > 0
  count = 0
  if (steps.length > 0) schedule()
  for (const step of taken) step()
  sendHeld()
}

/**
 * Begins a read at once or, if several arrive per turn of the event loop, at the end of the turn,
 * when the reads of all connections have been received. Receiving, processing and sending them
 * together takes a third less time than one after the other, because each stage finds its code and
 * data in the processor's caches.
 */
export const beginWithOthers = (step: () => undefined): undefined => {
  count++
  schedule()
  if (isShared) steps.push(step)
  else step()
}

/**
 * Sends the response to a read at once or, if several reads arrive per turn, together with other
 * responses.
 */
export const sendWithOthers = (send: () => undefined): undefined => {
  if (!isShared) return send()
  const now = performance.now()
  if (held.length === 0) heldSince = now
  held.push(send)
  if (now - heldSince >= maxHoldMs) sendHeld()
  else schedule()
}

/** Sends the responses that are held back. */
export const sendHeld = (): undefined => {
  const sending = held
  held = []
  for (const send of sending) send()
}
