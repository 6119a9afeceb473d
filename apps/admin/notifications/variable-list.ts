import { type NotificationKind, notifications } from "@souk/contract";
import type { PlainSchema } from "@souk/ui";

/** A variable of an email: its path in a template and its meaning. */
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

/** Return all variables of the emails of a kind, as the contract defines them. */
export function variableList(kind: NotificationKind): Variable[] {
  return variablesIn("", notifications[kind].variables as Described);
}
