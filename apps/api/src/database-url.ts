/** True if the URL is of a PostgreSQL server; otherwise the database is a SQLite file. */
export const isServer = (database: string): boolean => /^postgres(ql)?:\/\//u.test(database)

/** Name of a database for display, without the password of a server. */
export const nameOf = (database: string): string => {
  if (!isServer(database)) return database
  const { protocol, host, pathname, searchParams } = new URL(database)
  const folder = searchParams.get("host")
  return `${protocol}//${host}${pathname}${folder === null ? "" : `?host=${folder}`}`
}
