export interface BackupOptions {
  /** True to replace an existing file, once the backup is complete. Default false. */
  readonly replace?: boolean
  /** True to read the written backup again and check it. Default true. */
  readonly check?: boolean
}
