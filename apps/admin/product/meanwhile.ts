import type { FieldValue, SheetState } from "@souk/ui";
import { texts } from "../texts.ts";
import { toDraft } from "./form/product-draft.ts";
import type { ProductForm } from "./form/use-product-form.ts";
import type { Product, Variant } from "./product-queries.ts";
import { variantName } from "./variant-name.ts";

/** A product as it was when the person began to change it, and as it is now. */
export interface TwoStates {
  before: Product;
  now: Product;
}

const longestText = 60;

function asText(value: FieldValue | undefined): string {
  const text = Array.isArray(value) ? value.join(", ") : String(value ?? "");
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}

const ownLabels: Readonly<Record<string, string>> = {
  is_published: texts.productForm.published.label,
  published_at: texts.productForm.publishedAt,
  inventory_management: texts.productForm.trackQuantity.label,
  collections: texts.productForm.collections.label,
};

/**
 * Return the names of the fields and cells that both this person and another changed, to different values.
 */
export function changedMeanwhile(
  states: TwoStates,
  form: Pick<ProductForm, "specs" | "values" | "changed">,
  sheet: Pick<SheetState<Variant>, "changes" | "columns">,
): string[] {
  return [...fieldsMeanwhile(states, form), ...cellsMeanwhile(states, sheet)];
}

function fieldsMeanwhile(
  { before, now }: TwoStates,
  { specs, values, changed }: Pick<ProductForm, "specs" | "values" | "changed">,
): string[] {
  const [old, fresh] = [toDraft(specs, before), toDraft(specs, now)];
  return changed.flatMap((name) => {
    const theirs = asText(fresh[name]);
    const isSame = [old, values].some(
      (record) => JSON.stringify(record[name]) === JSON.stringify(fresh[name]),
    );
    const label = specs.find((spec) => spec.name === name)?.label ?? ownLabels[name] ?? name;
    // Ids and yes or no say nothing by themselves.
    return isSame
      ? []
      : [
          name in ownLabels || theirs === ""
            ? label
            : texts.productForm.changedLabel({ label, value: theirs }),
        ];
  });
}

function cellsMeanwhile(
  { before, now }: TwoStates,
  { changes, columns }: Pick<SheetState<Variant>, "changes" | "columns">,
): string[] {
  const old = new Map(before.variants.map((variant) => [variant.id, variant]));
  return now.variants.flatMap((variant) =>
    [...(changes.get(variant.id) ?? [])].flatMap(([id, mine]) => {
      const [column, was] = [columns.find((candidate) => candidate.id === id), old.get(variant.id)];
      if (column === undefined || was === undefined) return [];
      const theirs = column.read(variant);
      if (theirs === column.read(was) || theirs === mine) return [];
      const label = `${column.header}, ${variantName(variant, now)}`;
      return [
        id === "image_id" || theirs === ""
          ? label
          : texts.productForm.changedLabel({ label, value: asText(theirs) }),
      ];
    }),
  );
}
