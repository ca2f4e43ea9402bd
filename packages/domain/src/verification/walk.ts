import type { EventHead } from "../core/events.ts"
import { EventChain, type EventFault } from "../events/chain.ts"
import type { SealedEvent } from "../events/seal.ts"
import { Findings, maxNamedRows, type Outcome } from "./finding.ts"

/** Result of a walk along the chain of a business's events. */
export interface Walk {
  /** Newest event; null if there is none. */
  readonly head: EventHead | null
  readonly faults: Outcome<EventFault>
  /** Heads noted earlier that are still part of this history. */
  readonly known: ReadonlyArray<EventHead>
}

/** Verifies the chain, event by event. */
export class Walker {
  readonly #chain: EventChain
  readonly #noted: ReadonlyArray<EventHead>
  readonly #known: Array<EventHead> = []
  readonly #faults = new Findings<EventFault>(maxNamedRows)

  constructor(sha256: (text: string) => string, noted: ReadonlyArray<EventHead>) {
    this.#chain = new EventChain(sha256)
    this.#noted = noted
  }

  take(event: SealedEvent): void {
    for (const fault of this.#chain.take(event)) this.#faults.add(fault)
    for (const head of this.#noted) {
      if (head.sequence === event.sequence && head.hash === event.hash) this.#known.push(head)
    }
  }

  get walk(): Walk {
    return { head: this.#chain.head, faults: this.#faults, known: this.#known }
  }
}
