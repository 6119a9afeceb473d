import type { FieldValue, SheetState } from "@souk/ui";
import { texts } from "../texts.ts";
import { toDraft } from "./form/product-draft.ts";
import type { ProductForm } from "./form/use-product-form.ts";
import type { Product, Variant } from "./product-queries.ts";
import { getVariantName } from "./variant-name.ts";

/** A product as it was when the person began to edit it, and its current state in the API. */
export interface ProductVersions {
  initial: Product;
  current: Product;
}

/** The maximum length of a shown value, in characters. */
const maxTextLength = 60;

/** Format a value as text, truncated if it is long. */
function formatFieldValue(value: FieldValue | undefined): string {
  const text = Array.isArray(value) ? value.join(", ") : String(value ?? "");
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
}

/** The labels of the fields that the form renders itself, without a field spec. */
const formLabels: Readonly<Record<string, string>> = {
  is_published: texts.productForm.published.label,
  published_at: texts.productForm.publishedAt,
  inventory_management: texts.productForm.trackQuantity.label,
  collections: texts.productForm.collections.label,
};

/**
 * List the form fields and sheet cells that both this person and someone else changed, to different values. Each is listed
 * as its label, followed by the other person's value if people can read the value.
 */
export function listConflicts(
  versions: ProductVersions,
  form: Pick<ProductForm, "specs" | "values" | "changedNames">,
  sheet: Pick<SheetState<Variant>, "changes" | "columns">,
): string[] {
  return [...listFieldConflicts(versions, form), ...listCellConflicts(versions, sheet)];
}

function listFieldConflicts(
  { initial, current }: ProductVersions,
  { specs, values, changedNames }: Pick<ProductForm, "specs" | "values" | "changedNames">,
): string[] {
  const initialDraft = toDraft(specs, initial);
  const currentDraft = toDraft(specs, current);
  return changedNames.flatMap((name) => {
    const currentJson = JSON.stringify(currentDraft[name]);
    const isUnchangedByOthers = JSON.stringify(initialDraft[name]) === currentJson;
    const isChangedToSameValue = JSON.stringify(values[name]) === currentJson;
    if (isUnchangedByOthers || isChangedToSameValue) return [];
    const currentValue = formatFieldValue(currentDraft[name]);
    const label = specs.find((spec) => spec.name === name)?.label ?? formLabels[name] ?? name;
    // The values of the fields in `formLabels`, such as ids and booleans, are not readable, so only the label is shown.
    const isReadable = !(name in formLabels) && currentValue !== "";
    return [isReadable ? texts.productForm.changedLabel({ label, value: currentValue }) : label];
  });
}

function listCellConflicts(
  { initial, current }: ProductVersions,
  { changes, columns }: Pick<SheetState<Variant>, "changes" | "columns">,
): string[] {
  const initialVariants = new Map(initial.variants.map((variant) => [variant.id, variant]));
  return current.variants.flatMap((variant) =>
    [...(changes.get(variant.id) ?? [])].flatMap(([id, editedValue]) => {
      const column = columns.find((candidate) => candidate.id === id);
      const initialVariant = initialVariants.get(variant.id);
      if (column === undefined || initialVariant === undefined) return [];
      const currentValue = column.read(variant);
      if (currentValue === column.read(initialVariant) || currentValue === editedValue) return [];
      const label = `${column.header}, ${getVariantName(variant, current)}`;
      // An image id is not readable, so only the label is shown.
      const isReadable = id !== "image_id" && currentValue !== "";
      return [
        isReadable ? texts.productForm.changedLabel({ label, value: formatFieldValue(currentValue) }) : label,
      ];
    }),
  );
}
