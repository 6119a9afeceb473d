/** A contract schema as JSON Schema: the keywords that forms read. TypeBox's objects have this form. */
export interface PlainSchema {
  type?: string;
  properties?: Readonly<Record<string, PlainSchema>>;
  required?: readonly string[] | undefined;
  items?: PlainSchema;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly PlainSchema[];
  not?: PlainSchema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
}

/** Return a schema without its null, and whether it had one. */
export function withoutNull(schema: PlainSchema): { schema: PlainSchema; isNullable: boolean } {
  const branches = schema.anyOf?.filter(({ type }) => type !== "null");
  if (branches === undefined || branches.length === schema.anyOf?.length)
    return { schema, isNullable: false };
  const only = branches.length === 1 ? branches[0] : undefined;
  return { schema: only ?? { ...schema, anyOf: branches }, isNullable: true };
}

/** Return whether a text may be empty by its length and pattern. */
export function takesEmptyText({ minLength = 0, pattern }: PlainSchema): boolean {
  return minLength === 0 && (pattern === undefined || new RegExp(pattern, "u").test(""));
}

/** Return the values that a schema lists; undefined when it allows others too. */
export function listChoices(schema: PlainSchema): string[] | undefined {
  if (schema.enum) return schema.enum.map(String);
  const constants = schema.anyOf?.filter((branch) => branch.const !== undefined);
  if (!constants || constants.length === 0 || constants.length !== schema.anyOf?.length) return undefined;
  return constants.map((branch) => String(branch.const));
}
