import type { Dataset } from "./dataset.ts"

/** Bound that a measured value must reach. */
export interface Floor {
  readonly at: "least" | "most"
  readonly value: number
}

/** Median of several rounds, with the lowest and the highest value. */
export interface Spread {
  readonly value: number
  readonly least: number
  readonly most: number
}

/** Results of one server: medians of its rounds. */
export interface Sample {
  readonly name: string
  /** Responses per second. */
  readonly rate: number
  /** Median latency in milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Microseconds of the server's CPU time per response. */
  readonly cpu: number
  /** Bytes written to the disk per response. */
  readonly written: number
  /** Resident memory in MiB after the last round. */
  readonly memory: number
}

/** Outlay compared with other servers under the same load, in turn. */
export interface Comparison {
  readonly work: string
  readonly outlay: Sample
  readonly peers: ReadonlyArray<{
    readonly sample: Sample
    /** Responses of Outlay divided by those of the peer. */
    readonly rate: Spread
    /** CPU time of the peer divided by that of Outlay. */
    readonly cpu: Spread
    readonly floor: Floor | null
  }>
}

/** Value measured of Outlay alone. */
export interface Figure extends Spread {
  readonly work: string
  readonly unit: "×" | "rows/s" | "s" | "ms" | "MiB" | "MiB a minute" | "KB" | "connections"
  readonly floor: Floor | null
  /** Explanation of the value. */
  readonly detail: string
}

export interface Measured {
  /** Number of rows if it is not that of the settings. */
  readonly rows?: number
  readonly comparisons?: ReadonlyArray<Comparison>
  readonly figures?: ReadonlyArray<Figure>
  /** Reason if nothing was measured. */
  readonly reason?: string
}

/** Settings of a run. */
export interface Settings {
  readonly rows: number
  readonly rounds: number
  /** Seconds of each load, on each server, in each round. */
  readonly seconds: number
  /** Minutes during which memory is measured. */
  readonly minutes: number
  /** Creates or reuses a dataset, and reports it. */
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

/** Returns a value that was measured once. */
export const exactly = (value: number): Spread => ({ value, least: value, most: value })

export const isReached = (floor: Floor | null, value: number): boolean =>
  floor === null || (floor.at === "least" ? value >= floor.value : value <= floor.value)

export const rowsIn = (count: number): string => `${count.toLocaleString("en")} rows`
