import { fieldProblem, maxImages, maxVariants } from "@souk/contract";
import { createRowError, type RowError } from "../../rows/row-error.ts";
import type { DraftVariant, ProductDraft } from "../rows/product-draft.ts";
import { differingFields, differingVariantFields } from "./differing.ts";
import { type ComplainIn, type MatchedVariant, matchVariants } from "./match-variants.ts";
import {
  buildOptions,
  type CurrentProduct,
  type PlannedStock,
  type ProductPlan,
  type VariantChange,
  type VariantPlan,
} from "./product-plan.ts";

/**
 * Plan the changes that make a product match its rows. If there are errors, nothing of the product is
 * changed.
 * @param current the product with that handle; null when there is none
 */
export function planProduct(
  draft: ProductDraft,
  current: CurrentProduct | null,
): { plan: ProductPlan; errors: RowError[] } {
  const errors: RowError[] = [];
  const complainIn: ComplainIn = (row) => (column, problem) =>
    errors.push(createRowError({ row, handle: draft.handle }, column, problem));
  const plan = current === null ? planCreation(draft, complainIn) : planUpdate(draft, current, complainIn);
  return { plan, errors };
}

function planCreation(draft: ProductDraft, complainIn: ComplainIn): ProductPlan {
  const { title } = draft.fields;
  if (title === undefined)
    complainIn(draft.row)("title", fieldProblem("required", {}, "{field} is required for a new product."));
  const [, second] = draft.variants;
  if (draft.option_names.length === 0 && second !== undefined)
    complainIn(second.row)(
      null,
      fieldProblem("too_many", { max: 1 }, "{field} is a second row of a new product that has no options."),
    );
  const variants = draft.variants.map((row) => newVariant(draft, row, complainIn));
  const fields = { ...draft.fields, title: title ?? "" };
  return { kind: "create", draft, fields, variants, image_urls: draft.image_urls };
}

function newVariant(draft: ProductDraft, row: DraftVariant, complainIn: ComplainIn): VariantPlan {
  const stock = planStock(row, () => undefined, complainIn);
  return { row: row.row, fields: row.fields, options: buildOptions(draft, row), stock };
}

/** List the stock of a row that differs from the current one. */
function planStock(
  { row, stock }: DraftVariant,
  now: (locationId: number) => number | undefined,
  complainIn: ComplainIn,
): PlannedStock[] {
  return stock.flatMap(({ cells: { name, location }, quantity }): PlannedStock[] => {
    const current = now(location.id);
    if (current === quantity || (current === undefined && quantity === 0)) return [];
    const complain = complainIn(row);
    if (quantity < 0) complain(name, fieldProblem("out_of_range", { min: 0 }));
    else if (!location.is_active && quantity > (current ?? 0))
      complain(
        name,
        fieldProblem("not_allowed", {}, "{field} cannot be raised: the location is not active."),
      );
    return [{ location_id: location.id, quantity }];
  });
}

function planUpdate(draft: ProductDraft, current: CurrentProduct, complainIn: ComplainIn): ProductPlan {
  const { product } = current;
  const matched = matchVariants(product, draft, complainIn);
  const fields = differingFields(product, draft.fields);
  const changed = matched.flatMap((match) => planChange(match, current, complainIn));
  const added = matched
    .filter(({ variant }) => variant === null)
    .map(({ row }) => newVariant(draft, row, complainIn));
  const known = new Set([...product.images.map(({ url }) => url), ...current.importedUrls]);
  const image_urls = draft.image_urls.filter((url) => !known.has(url));
  const complain = complainIn(draft.row);
  if (product.variants.length + added.length > maxVariants)
    complain(
      null,
      fieldProblem(
        "too_many",
        { max: maxVariants },
        `{field} begins a product that would have ${product.variants.length + added.length} variants. A product can have at most ${maxVariants}.`,
      ),
    );
  if (product.images.length + image_urls.length > maxImages)
    complain(
      "image_urls",
      fieldProblem(
        "too_many",
        { max: maxImages },
        `{field} would give the product ${product.images.length + image_urls.length} images. A product can have at most ${maxImages}.`,
      ),
    );
  const same = Object.keys(fields).length + changed.length + added.length + image_urls.length === 0;
  if (same) return { kind: "unchanged", draft };
  return { kind: "update", draft, id: product.id, fields, changed, added, image_urls };
}

function planChange(
  { row, variant }: MatchedVariant,
  current: CurrentProduct,
  complainIn: ComplainIn,
): VariantChange[] {
  if (variant === null) return [];
  const fields = differingVariantFields(variant, row.fields);
  const stock = planStock(row, (locationId) => current.getStock(variant.id, locationId), complainIn);
  return Object.keys(fields).length + stock.length === 0 ? [] : [{ id: variant.id, fields, stock }];
}
