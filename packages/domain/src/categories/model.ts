/**
 * An expense category. "System-defined categories (`custom` false) only allow toggling `enabled`."
 */
export interface Category {
  readonly client_id: number
  readonly id: string
  readonly name: string
  readonly custom: boolean
  readonly enabled: boolean
  readonly accounting_code_id: string | null
  readonly is_deleted: boolean
  readonly created: string
  readonly updated: string
}
