/** Whether a database is PostgreSQL's, by its URL; else it is the file of SQLite. */
export const isServer = (database: string): boolean => /^postgres(ql)?:\/\//u.test(database)

/** A database as it may be shown: a server's without the password. */
export const nameOf = (database: string): string => {
  if (!isServer(database)) return database
  const { protocol, host, pathname, searchParams } = new URL(database)
  const folder = searchParams.get("host")
  return `${protocol}//${host}${pathname}${folder === null ? "" : `?host=${folder}`}`
}
