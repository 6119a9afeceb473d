/** A named statement, which PostgreSQL parses and plans once per connection. A name must be used for one text only. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export interface Rows<Row> {
  readonly rows: Row[];
  /** The number of returned rows; for a statement that returns nothing, the number of changed rows. */
  readonly rowCount: number;
}

const statementsByName = new Map<string, Statement[]>();

/**
 * Define and register a named statement, so that a test can prepare every statement against the migrated schema. Call this
 * function at the top level of a module. The same name and text return the same statement.
 */
export function defineStatement(name: string, text: string): Statement {
  const statementsOfName = statementsByName.get(name) ?? [];
  const existingStatement = statementsOfName.find((statement) => statement.text === text);
  if (existingStatement) return existingStatement;
  const statement = { name, text };
  statementsByName.set(name, [...statementsOfName, statement]);
  return statement;
}

/** List the statements that were defined in this process. If a name was used for two texts, which is an error, both are listed. */
export function listDefinedStatements(): Statement[] {
  return [...statementsByName.values()].flat();
}
