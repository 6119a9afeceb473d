import { type NotificationKind, notifications } from "@souk/contract";
import type { PlainSchema } from "@souk/ui";

/** Something that a mail can show: its path in a template, and what it is. */
export interface Variable {
  path: string;
  says: string;
}

interface Described extends PlainSchema {
  description?: string;
}

function variablesIn(path: string, schema: Described): Variable[] {
  const own = schema.description === undefined ? [] : [{ path, says: schema.description }];
  if (schema.items) return [...own, ...variablesIn(`${path}[0]`, schema.items)];
  const fields = Object.entries(schema.properties ?? {});
  return [...own, ...fields.flatMap(([name, field]) => variablesIn(path ? `${path}.${name}` : name, field))];
}

/** All that the mails of a kind can show, as the contract has it. */
export function variableList(kind: NotificationKind): Variable[] {
  return variablesIn("", notifications[kind].variables as Described);
}
