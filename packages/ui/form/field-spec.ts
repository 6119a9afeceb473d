import type { Choice } from "./choices.ts";
import { listChoices, type PlainSchema, splitNull } from "./plain-schema.ts";

/**
 * The kinds of inputs. `whole` is for a whole number, `choice` for one of the given values, `several` for any number of the given
 * values, `list` for several texts with an input each, and `record` for one of the given records.
 */
export type FieldKind =
  | "text"
  | "multiline"
  | "url"
  | "email"
  | "password"
  | "whole"
  | "number"
  | "money"
  | "choice"
  | "switch"
  | "date"
  | "tags"
  | "several"
  | "list"
  | "timezone"
  | "currency"
  | "country"
  | "record";

/** The texts of a form's field. */
export interface FieldWords {
  label: string;
  help?: string;
  placeholder?: string;
  /** The kind of input, if not the one inferred from the schema. */
  kind?: FieldKind;
  /** The labels of the choices. */
  options?: Readonly<Record<string, string>>;
  /** The choices of a field of kind "record", by their ids. */
  records?: readonly Choice[];
  /** The suggestions for tags, or the choices of an input of kind "several". */
  suggestions?: readonly string[];
}

/** One field of a form, with its rules from the contract and its texts. */
export interface FieldSpec extends FieldWords {
  name: string;
  kind: FieldKind;
  schema: PlainSchema;
  required: boolean;
  isNullable: boolean;
  choices: readonly string[];
}

/** The kinds of text fields, by a pattern of the field's name. */
const kindsByName: readonly (readonly [RegExp, FieldKind])[] = [
  [/(^|_)time_?zone$/, "timezone"],
  [/(^|_)currency(_code)?$/, "currency"],
  [/(^|_)country(_code)?$/, "country"],
  [/(^|_)password$/, "password"],
  [/(^|_)email$/, "email"],
  [/(^|_)url$/, "url"],
];

function inferKind(name: string, schema: PlainSchema): FieldKind {
  if (listChoices(schema)) return "choice";
  if (schema.type === "boolean") return "switch";
  if (schema.type === "integer") return "whole";
  if (schema.type === "number") return "number";
  if (schema.type === "array") return name.endsWith("_urls") ? "list" : "tags";
  // Only amounts of money are accepted both as a string and as a number.
  if (schema.anyOf?.some(({ type }) => type === "number")) return "money";
  return kindsByName.find(([pattern]) => pattern.test(name))?.[1] ?? "text";
}

/** Build the specs of the fields that a form shows. These are the fields with texts, in the order of the texts. */
export function buildFieldSpecs(
  body: PlainSchema,
  words: Readonly<Record<string, FieldWords | undefined>>,
): FieldSpec[] {
  return Object.entries(words).flatMap(([name, fieldWords]): FieldSpec[] => {
    const property = body.properties?.[name];
    if (fieldWords === undefined) return [];
    if (property === undefined) throw new Error(`The operation's body has no field ${name}.`);
    const { schema, isNullable } = splitNull(property);
    return [
      {
        ...fieldWords,
        name,
        schema,
        isNullable,
        kind: fieldWords.kind ?? inferKind(name, schema),
        required: body.required?.includes(name) === true && !isNullable,
        choices: listChoices(schema) ?? [],
      },
    ];
  });
}
