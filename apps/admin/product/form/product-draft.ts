import { buildFieldSpecs, type FieldSpec, type FieldValues, type PlainSchema, toFieldValues } from "@souk/ui";
import { productFieldWords } from "./product-field-words.ts";

/** A product, or the initial values of a new one, as the form receives it. */
export type ProductRecord = Readonly<Record<string, unknown>>;

/**
 * Build the field specs of the product form from the schema of the request.
 * @param bodySchema the request schema of the operation that creates or updates a product
 * @param tagsInUse suggestions for the tags
 */
export function buildProductSpecs(bodySchema: object, tagsInUse: readonly string[]): FieldSpec[] {
  const { tags, ...organization } = productFieldWords.organization;
  const words = {
    ...productFieldWords.details,
    ...organization,
    tags: { ...tags, suggestions: tagsInUse },
    ...productFieldWords.selling,
    ...productFieldWords.search,
    ...productFieldWords.note,
  };
  const specs = buildFieldSpecs(bodySchema as PlainSchema, words);
  // The schema doesn't require `title`, because it also accepts the title as `name`; the form only has `title`.
  return specs.map((spec) => (spec.name === "title" ? { ...spec, required: true } : spec));
}

/** Return the values of the fields that the form renders itself, without a field spec. */
function getSpecialValues(record: ProductRecord): FieldValues {
  const collections = (record["collections"] ?? []) as readonly { id: number }[];
  return {
    is_published: record["is_published"] === true,
    // A `datetime-local` input takes a time without seconds and offset: `2026-11-27T09:30`.
    published_at: String(record["published_at"] ?? "").slice(0, 16),
    inventory_management: record["inventory_management"] === "souk",
    collections: collections.map(({ id }) => String(id)),
  };
}

/** Convert a product to the values of the product form. */
export function toDraft(specs: readonly FieldSpec[], record: ProductRecord): FieldValues {
  return { ...toFieldValues(specs, record), ...getSpecialValues(record) };
}
