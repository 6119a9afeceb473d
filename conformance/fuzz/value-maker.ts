/** A source of random decisions for a fuzzer. */
export interface Chance {
  /** Return true with this probability. */
  happens(probability: number): boolean;
  /** Return an integer from 0 up to, but not including, the bound. */
  below(bound: number): number;
  pick<T>(from: readonly [T, ...T[]] | readonly T[]): T;
}

/** Create a source of random decisions. @param random returns numbers from 0 up to, but not including, 1 */
export function createChance(random: () => number): Chance {
  const below = (bound: number): number => Math.floor(random() * bound);
  return {
    happens: (probability) => random() < probability,
    below,
    pick: (from) => {
      const picked = from[below(from.length)];
      if (picked === undefined && from.length === 0) throw new Error("There is nothing to pick from.");
      return picked as (typeof from)[number];
    },
  };
}

/** The parts of JSON Schema that the contract uses. */
export interface Schema {
  type?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  enum?: readonly unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

/** Texts known to break programs. */
const strangeTexts = [
  "",
  " ",
  "0",
  "null",
  "\u0000",
  "a\u0000b",
  "\ud800",
  // If this is truncated at some length, the cut may fall within a character.
  "🛍".repeat(130),
  "é商店🛍️",
  "\u202eevil",
  "'; drop table products; --",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "../../etc/passwd",
  "%00%0d%0aSet-Cookie: a=b",
  "a&b=c",
  "\r\nX-Injected: 1",
  "x".repeat(255),
  "x".repeat(256),
  "x".repeat(70_000),
  "1e999",
  "NaN",
  "https://souk-app.dev/hooks",
  "http://127.0.0.1:1/hooks",
  "https://[::1]/",
] as const;

const strangeNumbers = [
  0,
  -0,
  -1,
  0.5,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  1e21,
] as const;

/** Return a random value of any type. */
export function pickStrangeValue(chance: Chance): unknown {
  const kinds: (() => unknown)[] = [
    () => chance.pick(strangeTexts),
    () => chance.pick(strangeNumbers),
    () => chance.happens(0.5),
    () => null,
    () => [],
    () => ({}),
    () => Array.from({ length: chance.below(300) }, () => 1),
    () => ({ toString: "x", length: 5, constructor: 1 }),
    () => makeNestedValue(chance.below(60)),
  ];
  return chance.pick(kinds)();
}

/** Make arrays and objects that are nested to this depth. */
function makeNestedValue(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Return, at random, one of the texts known to break programs. */
export function pickStrangeText(chance: Chance): string {
  return chance.pick(strangeTexts);
}

/** Return an existing value for a field of this name, such as an id or a topic; undefined if none is known. */
export type GetKnownValue = (name: string, chance: Chance) => unknown;

/** Make a random value that usually matches a schema. */
export function makeValue(
  schema: Schema,
  chance: Chance,
  { getKnownValue, name }: { getKnownValue: GetKnownValue; name: string },
): unknown {
  if (chance.happens(0.06)) return pickStrangeValue(chance);
  const knownValue = chance.happens(0.8) ? getKnownValue(name, chance) : undefined;
  if (knownValue !== undefined && schema.type !== "array") return knownValue;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return chance.pick(schema.enum);
  if (schema.anyOf) return makeValue(chance.pick(schema.anyOf), chance, { getKnownValue, name });
  switch (schema.type) {
    case "object":
      return makeObject(schema, chance, getKnownValue);
    case "array":
      return makeArray(schema, chance, { getKnownValue, name });
    case "integer":
      return makeInteger(schema, chance);
    case "number":
      return chance.below(100_000) / 100;
    case "boolean":
      return chance.happens(0.5);
    case "string":
      return chance.happens(0.3) ? pickStrangeText(chance) : `word ${chance.below(1_000)}`;
    default:
      return null;
  }
}

function makeObject(schema: Schema, chance: Chance, getKnownValue: GetKnownValue): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [name, fieldSchema] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(name) ?? false;
    if (chance.happens(isRequired ? 0.96 : 0.5))
      object[name] = makeValue(fieldSchema, chance, { getKnownValue, name });
  }
  if (chance.happens(0.05)) object[pickStrangeText(chance).slice(0, 40)] = pickStrangeValue(chance);
  return object;
}

function makeArray(
  { items = {}, minItems = 0 }: Schema,
  chance: Chance,
  field: { getKnownValue: GetKnownValue; name: string },
): unknown[] {
  const length = chance.happens(0.9) ? Math.max(minItems, chance.below(4)) : chance.below(300);
  return Array.from({ length }, () => makeValue(items, chance, field));
}

function makeInteger({ minimum = -1_000, maximum = 1_000_000 }: Schema, chance: Chance): number {
  if (chance.happens(0.15)) return chance.pick([minimum, maximum, minimum - 1, maximum + 1, 0]);
  return minimum + chance.below(Math.min(1_000, maximum - minimum));
}
