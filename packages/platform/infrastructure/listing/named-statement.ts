import { createHash } from "node:crypto";
import { defineStatement, type Statement } from "@souk/database";

const statementsByText = new Map<string, Statement>();

/**
 * Return the prepared statement for a text, and define it at the first call. Use it for texts that are composed at
 * runtime from a limited number of variants. The statement's name contains a hash of the text, so it is unique.
 */
export function getNamedStatement(name: string, text: string): Statement {
  const existingStatement = statementsByText.get(text);
  if (existingStatement) return existingStatement;
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 10);
  const statement = defineStatement(`${name}_${hash}`, text);
  statementsByText.set(text, statement);
  return statement;
}
