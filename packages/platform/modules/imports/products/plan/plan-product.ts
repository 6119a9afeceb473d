import { mostImages, mostVariants } from "@souk/contract";
import type { RowError } from "../../rows/row-error.ts";
import type { DraftVariant, ProductDraft } from "../rows/product-draft.ts";
import { differingFields, differingVariantFields } from "./differing.ts";
import { type ComplainIn, type MatchedVariant, matchVariants } from "./match-variants.ts";
import {
  type CurrentProduct,
  optionsOf,
  type ProductPlan,
  type StockWish,
  type VariantChange,
  type VariantPlan,
} from "./product-plan.ts";

/**
 * What is to be done so that a product is as its rows say. Where there are errors nothing of the product is done.
 * @param current the product of that handle; null when there is none
 */
export function planProduct(
  draft: ProductDraft,
  current: CurrentProduct | null,
): { plan: ProductPlan; errors: RowError[] } {
  const errors: RowError[] = [];
  const complainIn: ComplainIn = (row) => (column, message) =>
    errors.push({ row, column, handle: draft.handle, message });
  const plan = current === null ? planCreation(draft, complainIn) : planUpdate(draft, current, complainIn);
  return { plan, errors };
}

function planCreation(draft: ProductDraft, complainIn: ComplainIn): ProductPlan {
  const { title } = draft.fields;
  if (title === undefined) complainIn(draft.row)("title", "is empty; a new product needs one.");
  const [, second] = draft.variants;
  if (draft.option_names.length === 0 && second !== undefined)
    complainIn(second.row)(null, "is a second row of a new product that has no options.");
  const variants = draft.variants.map((row) => newVariant(draft, row, complainIn));
  const fields = { ...draft.fields, title: title ?? "" };
  return { kind: "create", draft, fields, variants, image_urls: draft.image_urls };
}

function newVariant(draft: ProductDraft, row: DraftVariant, complainIn: ComplainIn): VariantPlan {
  const stock = wishesOf(row, () => undefined, complainIn);
  return { row: row.row, fields: row.fields, options: optionsOf(draft, row), stock };
}

/** The stock of a row that is not so already. */
function wishesOf(
  { row, stock }: DraftVariant,
  now: (locationId: number) => number | undefined,
  complainIn: ComplainIn,
): StockWish[] {
  return stock.flatMap(({ cells: { name, location }, quantity }): StockWish[] => {
    const held = now(location.id);
    if (held === quantity || (held === undefined && quantity === 0)) return [];
    const complain = complainIn(row);
    if (quantity < 0) complain(name, `${quantity} is below 0; stock is set to 0 or more.`);
    else if (!location.is_active && quantity > (held ?? 0))
      complain(name, "The location is not active; it takes no more stock.");
    return [{ location_id: location.id, quantity }];
  });
}

function planUpdate(draft: ProductDraft, current: CurrentProduct, complainIn: ComplainIn): ProductPlan {
  const { product } = current;
  const matched = matchVariants(product, draft, complainIn);
  const fields = differingFields(product, draft.fields);
  const changed = matched.flatMap((match) => changeOf(match, current, complainIn));
  const added = matched
    .filter(({ variant }) => variant === null)
    .map(({ row }) => newVariant(draft, row, complainIn));
  const known = new Set([...product.images.map(({ url }) => url), ...current.importedUrls]);
  const image_urls = draft.image_urls.filter((url) => !known.has(url));
  const complain = complainIn(draft.row);
  if (product.variants.length + added.length > mostVariants)
    complain(
      null,
      `The product would have ${product.variants.length + added.length} variants; ${mostVariants} are the most.`,
    );
  if (product.images.length + image_urls.length > mostImages)
    complain(
      "image_urls",
      `The product would have ${product.images.length + image_urls.length} images; ${mostImages} are the most.`,
    );
  const same = Object.keys(fields).length + changed.length + added.length + image_urls.length === 0;
  if (same) return { kind: "unchanged", draft };
  return { kind: "update", draft, id: product.id, fields, changed, added, image_urls };
}

function changeOf(
  { row, variant }: MatchedVariant,
  current: CurrentProduct,
  complainIn: ComplainIn,
): VariantChange[] {
  if (variant === null) return [];
  const fields = differingVariantFields(variant, row.fields);
  const stock = wishesOf(row, (locationId) => current.stockOf(variant.id, locationId), complainIn);
  return Object.keys(fields).length + stock.length === 0 ? [] : [{ id: variant.id, fields, stock }];
}
