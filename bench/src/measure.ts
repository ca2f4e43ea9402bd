import type { Dataset } from "./dataset.ts"

/** A bound that a figure must reach. */
export interface Floor {
  readonly at: "least" | "most"
  readonly value: number
}

/** The middle of several rounds, and how far they lie apart. */
export interface Spread {
  readonly value: number
  readonly least: number
  readonly most: number
}

/** How one server did: medians of its rounds. */
export interface Sample {
  readonly name: string
  /** Answers a second. */
  readonly rate: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Microseconds of CPU that the server took for an answer. */
  readonly cpu: number
  /** Bytes written to the disk for an answer. */
  readonly written: number
  /** MiB, after the last round. */
  readonly memory: number
}

/** Outlay under the same load as others, in turn. */
export interface Comparison {
  readonly work: string
  readonly outlay: Sample
  readonly peers: ReadonlyArray<{
    readonly sample: Sample
    /** Answers of Outlay for one of the peer. */
    readonly rate: Spread
    /** CPU that the peer takes for what Outlay takes once. */
    readonly cpu: Spread
    readonly floor: Floor | null
  }>
}

/** What is measured of Outlay alone. */
export interface Figure extends Spread {
  readonly work: string
  readonly unit: "×" | "rows/s" | "s" | "ms" | "MiB" | "MiB a minute" | "KB" | "connections"
  readonly floor: Floor | null
  /** What stands behind the value. */
  readonly detail: string
}

export interface Measured {
  readonly comparisons?: ReadonlyArray<Comparison>
  readonly figures?: ReadonlyArray<Figure>
}

/** How a run is made. */
export interface Settings {
  readonly rows: number
  readonly rounds: number
  /** Of each load, of each server, in each round. */
  readonly seconds: number
  /** How long memory is watched. */
  readonly minutes: number
  /** Makes a dataset, or finds it, and says so. */
  readonly dataset: (rows: number, options?: { readonly fresh?: boolean }) => Promise<Dataset>
  readonly tell: (text: string) => void
}

export const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export const spreadOf = (values: ReadonlyArray<number>): Spread => ({
  value: median(values),
  least: Math.min(...values),
  most: Math.max(...values),
})

/** What is measured once. */
export const exactly = (value: number): Spread => ({ value, least: value, most: value })

export const isReached = (floor: Floor | null, value: number): boolean =>
  floor === null || (floor.at === "least" ? value >= floor.value : value <= floor.value)

export const rowsIn = (count: number): string => `${count.toLocaleString("en")} rows`
