import type { DatabaseSync, StatementSync } from "node:sqlite";

export type Prepare = (sql: string) => StatementSync;

const maxStatements = 200;

/** Prepares each statement once. */
export function createStatementCache(database: DatabaseSync): Prepare {
  const statements = new Map<string, StatementSync>();
  return (sql) => {
    const known = statements.get(sql);
    if (known) return known;
    if (statements.size >= maxStatements) statements.clear();
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
}
