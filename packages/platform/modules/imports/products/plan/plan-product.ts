import { fieldProblem, maxImages, maxVariants } from "@souk/contract";
import { createRowError, type RowError } from "../../rows/row-error.ts";
import type { DraftVariant, ProductDraft } from "../rows/product-draft.ts";
import { listChangedFields, listChangedVariantFields } from "./list-changed-fields.ts";
import { type CreateRowReporter, type MatchedVariant, matchVariants } from "./match-variants.ts";
import {
  buildOptions,
  type CurrentProduct,
  type PlannedStock,
  type ProductPlan,
  type VariantChange,
  type VariantPlan,
} from "./product-plan.ts";

/**
 * Plan the changes that make a product match its rows in the file. If there are errors, the plan must not be used.
 * @param current the existing product with this handle, or null
 */
export function planProduct(
  draft: ProductDraft,
  current: CurrentProduct | null,
): { plan: ProductPlan; errors: RowError[] } {
  const errors: RowError[] = [];
  const createRowReporter: CreateRowReporter = (rowNumber) => (column, problem) =>
    errors.push(createRowError({ row: rowNumber, handle: draft.handle }, column, problem));
  const plan =
    current === null ? planCreation(draft, createRowReporter) : planUpdate(draft, current, createRowReporter);
  return { plan, errors };
}

function planCreation(draft: ProductDraft, createRowReporter: CreateRowReporter): ProductPlan {
  const { title } = draft.fields;
  if (title === undefined)
    createRowReporter(draft.firstRowNumber)(
      "title",
      fieldProblem("required", {}, "{field} is required for a new product."),
    );
  const [, secondVariant] = draft.variants;
  if (draft.option_names.length === 0 && secondVariant !== undefined)
    createRowReporter(secondVariant.rowNumber)(
      null,
      fieldProblem("too_many", { max: 1 }, "{field} is a second row of a new product that has no options."),
    );
  const variants = draft.variants.map((row) => planNewVariant(draft, row, createRowReporter));
  const fields = { ...draft.fields, title: title ?? "" };
  return { kind: "create", draft, fields, variants, image_urls: draft.image_urls };
}

function planNewVariant(
  draft: ProductDraft,
  row: DraftVariant,
  createRowReporter: CreateRowReporter,
): VariantPlan {
  const stock = planStock(row, () => undefined, createRowReporter);
  return { rowNumber: row.rowNumber, fields: row.fields, options: buildOptions(draft, row), stock };
}

/** List the stock quantities of a row that differ from the current quantities, and report invalid quantities. */
function planStock(
  { rowNumber, stock }: DraftVariant,
  getCurrentStock: (locationId: number) => number | undefined,
  createRowReporter: CreateRowReporter,
): PlannedStock[] {
  return stock.flatMap(({ column: { name, location }, quantity }): PlannedStock[] => {
    const current = getCurrentStock(location.id);
    if (current === quantity || (current === undefined && quantity === 0)) return [];
    const reportError = createRowReporter(rowNumber);
    if (quantity < 0) reportError(name, fieldProblem("out_of_range", { min: 0 }));
    else if (!location.is_active && quantity > (current ?? 0))
      reportError(
        name,
        fieldProblem("not_allowed", {}, "{field} cannot be increased, because the location is not active."),
      );
    return [{ location_id: location.id, quantity }];
  });
}

function planUpdate(
  draft: ProductDraft,
  current: CurrentProduct,
  createRowReporter: CreateRowReporter,
): ProductPlan {
  const { product } = current;
  const matches = matchVariants(product, draft, createRowReporter);
  const fields = listChangedFields(product, draft.fields);
  const changedVariants = matches.flatMap((match) => planVariantChange(match, current, createRowReporter));
  const addedVariants = matches
    .filter(({ variant }) => variant === null)
    .map(({ row }) => planNewVariant(draft, row, createRowReporter));
  const currentUrls = new Set([...product.images.map(({ url }) => url), ...current.importedUrls]);
  const image_urls = draft.image_urls.filter((url) => !currentUrls.has(url));
  const reportError = createRowReporter(draft.firstRowNumber);
  if (product.variants.length + addedVariants.length > maxVariants)
    reportError(
      null,
      fieldProblem(
        "too_many",
        { max: maxVariants },
        `{field} is the first row of a product that would have ${product.variants.length + addedVariants.length} variants. A product can have at most ${maxVariants}.`,
      ),
    );
  if (product.images.length + image_urls.length > maxImages)
    reportError(
      "image_urls",
      fieldProblem(
        "too_many",
        { max: maxImages },
        `{field} would give the product ${product.images.length + image_urls.length} images. A product can have at most ${maxImages}.`,
      ),
    );
  const changeCount =
    Object.keys(fields).length + changedVariants.length + addedVariants.length + image_urls.length;
  if (changeCount === 0) return { kind: "unchanged", draft };
  return { kind: "update", draft, id: product.id, fields, changedVariants, addedVariants, image_urls };
}

function planVariantChange(
  { row, variant }: MatchedVariant,
  current: CurrentProduct,
  createRowReporter: CreateRowReporter,
): VariantChange[] {
  if (variant === null) return [];
  const fields = listChangedVariantFields(variant, row.fields);
  const stock = planStock(row, (locationId) => current.getStock(variant.id, locationId), createRowReporter);
  return Object.keys(fields).length + stock.length === 0 ? [] : [{ id: variant.id, fields, stock }];
}
