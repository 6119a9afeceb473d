import { type FieldError, type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import type { CatalogDeps } from "../catalog-deps.ts";
import { loadProductResponse } from "../products/product-text.ts";
import { changeOptions } from "./change-options.ts";
import { readOptionTypes } from "./read-option-types.ts";

/**
 * Replace all option types and values of a product with the sent ones, in the order in which they were sent (PRD-6).
 * @throws ApiError `not_found`; `invalid` if a name is blank or repeated, or if the product would have too many variants or none
 */
export async function replaceOptions(
  deps: Pick<CatalogDeps, "snapshots">,
  tx: Transaction,
  call: Call<typeof operations.replaceOptions>,
): Promise<JsonText> {
  const { store, body, params } = call;
  const errors: FieldError[] = [];
  const targetTypes = readOptionTypes(body.variant_options, errors);
  if (errors.length > 0) throwApiError("invalid", { fields: errors });
  const change = { store, cause: call, product_id: params.product_id, field: "variant_options" };
  await changeOptions(tx, { ...change, computeTarget: () => targetTypes });
  return loadProductResponse(deps, tx, { store, id: params.product_id });
}
