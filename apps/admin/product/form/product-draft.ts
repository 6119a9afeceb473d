import { type FieldSpec, type FieldValues, fieldSpecs, type PlainSchema, toFieldValues } from "@souk/ui";
import { productSections } from "./product-words.ts";

/** A product as the form receives it. */
export type ProductRecord = Readonly<Record<string, unknown>>;

/**
 * Return the form's fields that are built from the contract's own schema.
 * @param body of the operation that creates or updates a product
 */
export function productSpecs(body: object, knownTags: readonly string[]): FieldSpec[] {
  const { tags, ...organization } = productSections.organization;
  const words = {
    ...productSections.details,
    ...organization,
    tags: { ...tags, suggestions: knownTags },
    ...productSections.selling,
    ...productSections.search,
    ...productSections.note,
  };
  const specs = fieldSpecs(body as PlainSchema, words);
  // The schema takes the title under either of two names; here it has one.
  return specs.map((spec) => (spec.name === "title" ? { ...spec, required: true } : spec));
}

/** Return the values of the fields that the form shows in its own way. */
function getAttributeValues(record: ProductRecord): FieldValues {
  const collections = (record["collections"] ?? []) as readonly { id: number }[];
  return {
    is_published: record["is_published"] === true,
    published_at: String(record["published_at"] ?? "").slice(0, 16),
    inventory_management: record["inventory_management"] === "souk",
    collections: collections.map(({ id }) => String(id)),
  };
}

/** Return the form's values for a product. */
export function toDraft(specs: readonly FieldSpec[], record: ProductRecord): FieldValues {
  return { ...toFieldValues(specs, record), ...getAttributeValues(record) };
}
