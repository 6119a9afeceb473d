/** A named statement, which PostgreSQL parses and plans once per connection. A name belongs to one text. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export interface Rows<Row> {
  readonly rows: Row[];
  /** The number of rows returned, or changed when nothing is returned. */
  readonly rowCount: number;
}

const definedByName = new Map<string, Statement[]>();

/**
 * Define and register a named statement, so that a test can prepare every statement against the migrated schema. Call it at
 * the top level of a module. The same name and text return the same statement.
 */
export function defineStatement(name: string, text: string): Statement {
  const sameName = definedByName.get(name) ?? [];
  const defined = sameName.find((statement) => statement.text === text);
  if (defined) return defined;
  const statement = { name, text };
  definedByName.set(name, [...sameName, statement]);
  return statement;
}

/** List the statements defined in this process; two with the same name have different texts. */
export function listDefinedStatements(): Statement[] {
  return [...definedByName.values()].flat();
}
