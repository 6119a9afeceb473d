import { type FieldError, type operations, throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { CatalogDeps } from "../catalog-deps.ts";
import { productText } from "../products/product-text.ts";
import { changeOptions } from "./change-options.ts";
import { readDefinitions } from "./read-definitions.ts";

/**
 * Set all option types and values of a product, in the order sent (PRD-6).
 * @throws ApiError not_found; invalid naming blank or repeated names, too many variants, or no variant
 */
export async function replaceOptions(
  deps: Pick<CatalogDeps, "documents">,
  tx: Transaction,
  call: Call<typeof operations.replaceOptions>,
): Promise<JsonText> {
  const { store, body, params } = call;
  const errors: FieldError[] = [];
  const target = readDefinitions(body.variant_options, errors);
  if (errors.length > 0) throwApiError("invalid", { fields: errors });
  const change = { store, cause: call, product_id: params.product_id, field: "variant_options" };
  await changeOptions(tx, { ...change, getTarget: () => target });
  return productText(deps, tx, { store, id: params.product_id });
}
