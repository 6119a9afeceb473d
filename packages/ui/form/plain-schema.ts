/** The JSON Schema keywords from which a form is built. Schemas of the contract have this type. */
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

/** Return a schema without its null alternative, and whether it had one. */
export function splitNull(schema: PlainSchema): { schema: PlainSchema; isNullable: boolean } {
  const branches = schema.anyOf?.filter(({ type }) => type !== "null");
  if (branches === undefined || branches.length === schema.anyOf?.length)
    return { schema, isNullable: false };
  const onlyBranch = branches.length === 1 ? branches[0] : undefined;
  return { schema: onlyBranch ?? { ...schema, anyOf: branches }, isNullable: true };
}

/** Return whether the minimum length and the pattern of a text allow an empty text. */
export function allowsEmptyText({ minLength = 0, pattern }: PlainSchema): boolean {
  return minLength === 0 && (pattern === undefined || new RegExp(pattern, "u").test(""));
}

/** List the values that a schema allows; undefined if the schema is not a list of values. */
export function listChoices(schema: PlainSchema): string[] | undefined {
  if (schema.enum) return schema.enum.map(String);
  const constants = schema.anyOf?.filter((branch) => branch.const !== undefined);
  if (!constants || constants.length === 0 || constants.length !== schema.anyOf?.length) return undefined;
  return constants.map((branch) => String(branch.const));
}
