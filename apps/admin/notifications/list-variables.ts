import { type NotificationKind, notifications } from "@souk/contract";
import type { PlainSchema } from "@souk/ui";

/** A variable that can be used in an email: its path in a template and its description. */
export interface Variable {
  path: string;
  description: string;
}

interface DescribedSchema extends PlainSchema {
  description?: string;
}

function listSchemaVariables(path: string, schema: DescribedSchema): Variable[] {
  const variables = schema.description === undefined ? [] : [{ path, description: schema.description }];
  if (schema.items) return [...variables, ...listSchemaVariables(`${path}[0]`, schema.items)];
  const fields = Object.entries(schema.properties ?? {});
  return [
    ...variables,
    ...fields.flatMap(([name, field]) => listSchemaVariables(path ? `${path}.${name}` : name, field)),
  ];
}

/** List the variables that the contract defines for emails of a kind. */
export function listVariables(kind: NotificationKind): Variable[] {
  return listSchemaVariables("", notifications[kind].variables as DescribedSchema);
}
