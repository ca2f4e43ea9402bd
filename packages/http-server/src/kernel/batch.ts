/** In milliseconds: how long a response may wait until those of other requests are ready. */
const maxHoldMs = 1

/**
 * How many reads are processed in one turn at most: only between turns does node tell that their
 * responses have left, until when they count as in flight, and only there do writes go on.
 */
const maxTogether = 64

/** Whether the last turn of the event loop that had a read had more than one. */
let isShared = false
/** The reads that came in this turn. */
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
 * Begins a read: at once, or, where many come in each turn of the event loop, at the end of the
 * turn, when those of all connections have been received. To receive them all, process them all and
 * send them all takes a third less time than to finish one after the other: each stage finds its
 * code and data in the processor's caches.
 */
export const beginWithOthers = (step: () => undefined): undefined => {
  count++
  schedule()
  if (isShared) steps.push(step)
  else step()
}

/** Sends the response to a read: at once, or, where many come, together with those of others. */
export const sendWithOthers = (send: () => undefined): undefined => {
  if (!isShared) return send()
  const now = performance.now()
  if (held.length === 0) heldSince = now
  held.push(send)
  if (now - heldSince >= maxHoldMs) sendHeld()
  else schedule()
}

/** Sends the responses that wait for others. */
export const sendHeld = (): undefined => {
  const sending = held
  held = []
  for (const send of sending) send()
}
