import { type FieldSpec, type FieldValues, fieldSpecs, type PlainSchema, valuesOf } from "@souk/ui";
import { productParts } from "./product-words.ts";

/** A product as its form starts from it. */
export type ProductRecord = Readonly<Record<string, unknown>>;

/**
 * The fields of the form that are made from the contract's own schema.
 * @param body of the operation that makes or changes a product
 */
export function productSpecs(body: object, knownTags: readonly string[]): FieldSpec[] {
  const { tags, ...organisation } = productParts.organisation;
  const words = {
    ...productParts.details,
    ...organisation,
    tags: { ...tags, suggestions: knownTags },
    ...productParts.selling,
    ...productParts.search,
    ...productParts.note,
  };
  const specs = fieldSpecs(body as PlainSchema, words);
  // The schema takes the title under either of two names; here it has one.
  return specs.map((spec) => (spec.name === "title" ? { ...spec, required: true } : spec));
}

/** The fields that the form shows in ways of its own. */
function ownValuesOf(record: ProductRecord): FieldValues {
  const collections = (record["collections"] ?? []) as readonly { id: number }[];
  return {
    is_published: record["is_published"] === true,
    published_at: String(record["published_at"] ?? "").slice(0, 16),
    inventory_management: record["inventory_management"] === "souk",
    collections: collections.map(({ id }) => String(id)),
  };
}

/** What the form shows of a product. */
export function draftOf(specs: readonly FieldSpec[], record: ProductRecord): FieldValues {
  return { ...valuesOf(specs, record), ...ownValuesOf(record) };
}
