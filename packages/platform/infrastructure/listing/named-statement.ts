import { createHash } from "node:crypto";
import { defineStatement, type Statement } from "@souk/database";

const known = new Map<string, Statement>();

/**
 * Build a statement that is prepared once per connection, for texts that are composed from a bounded number
 * of parts. Its name carries a hash of the text, so that two texts never share one.
 */
export function namedStatement(name: string, text: string): Statement {
  const made = known.get(text);
  if (made) return made;
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 10);
  const statement = defineStatement(`${name}_${hash}`, text);
  known.set(text, statement);
  return statement;
}
