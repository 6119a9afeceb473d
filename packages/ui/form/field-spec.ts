import type { Choice } from "./choices.ts";
import { choicesOf, type PlainSchema, withoutNull } from "./plain-schema.ts";

/** The inputs that there are. */
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

/** What a form says about one of its fields. */
export interface FieldWords {
  label: string;
  help?: string;
  placeholder?: string;
  /** Another input than the one that the schema suggests. */
  kind?: FieldKind;
  /** What the choices are called. */
  options?: Readonly<Record<string, string>>;
  /** The records that one of kind "record" is chosen from, by their ids. */
  records?: readonly Choice[];
  /** Tags that are offered while one is typed, or what several are chosen from. */
  suggestions?: readonly string[];
  /** For browsers and password managers. */
  autoComplete?: string;
}

/** One field of a form: what the contract demands of it and what it is called. */
export interface FieldSpec extends FieldWords {
  name: string;
  kind: FieldKind;
  schema: PlainSchema;
  required: boolean;
  takesNull: boolean;
  choices: readonly string[];
}

const byName: readonly (readonly [RegExp, FieldKind])[] = [
  [/(^|_)time_?zone$/, "timezone"],
  [/(^|_)currency(_code)?$/, "currency"],
  [/(^|_)country(_code)?$/, "country"],
  [/(^|_)password$/, "password"],
  [/(^|_)email$/, "email"],
  [/(^|_)url$/, "url"],
];

function kindOf(name: string, schema: PlainSchema): FieldKind {
  if (choicesOf(schema)) return "choice";
  if (schema.type === "boolean") return "switch";
  if (schema.type === "integer") return "whole";
  if (schema.type === "number") return "number";
  if (schema.type === "array") return name.endsWith("_urls") ? "list" : "tags";
  // An amount is the one thing that is taken as text and as a number.
  if (schema.anyOf?.some(({ type }) => type === "number")) return "money";
  return byName.find(([pattern]) => pattern.test(name))?.[1] ?? "text";
}

/** The fields that a form shows: those it has words for, in the order of the words. */
export function fieldSpecs(
  body: PlainSchema,
  words: Readonly<Record<string, FieldWords | undefined>>,
): FieldSpec[] {
  return Object.entries(words).flatMap(([name, said]): FieldSpec[] => {
    const property = body.properties?.[name];
    if (said === undefined) return [];
    if (property === undefined) throw new Error(`The operation's body has no field ${name}.`);
    const { schema, takesNull } = withoutNull(property);
    return [
      {
        ...said,
        name,
        schema,
        takesNull,
        kind: said.kind ?? kindOf(name, schema),
        required: body.required?.includes(name) === true && !takesNull,
        choices: choicesOf(schema) ?? [],
      },
    ];
  });
}
