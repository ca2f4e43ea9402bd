import { movedTables } from "./move/tables.ts"

const columns = new Map(
  movedTables.map(({ name, columns }) => [name, columns.map((_) => `"${_.name}"`).join(", ")]),
)

/**
 * A statement of PostgreSQL that names the columns of this version where it said all of them: a
 * newer version may add some while this one runs, and PostgreSQL refuses a prepared statement whose
 * columns have become others.
 */
export const withColumns = (statement: string): string =>
  statement.replaceAll(/\bselect \* from "(\w+)"/gu, (all, table) => {
    const named = columns.get(table)
    return named === undefined ? all : `select ${named} from "${table}"`
  })
