export interface BackupOptions {
  /** Whether a file of that name is replaced, once the backup is whole. Default false. */
  readonly replace?: boolean
  /** Whether what was written is read again and checked. Default true. */
  readonly check?: boolean
}
