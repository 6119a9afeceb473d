import { maxOptionTypes, type operations, throwFieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import type { CatalogDeps } from "../catalog-deps.ts";
import { loadProductResponse } from "../products/product-text.ts";
import { changeOptions } from "./change-options.ts";
import { readName, readNames, toTargetTypes } from "./option-names.ts";

/**
 * Add values to an option type of a product, and create the variants that have the new values (PRD-6). The option type is created
 * if it does not exist. Existing values are ignored.
 * @throws ApiError `not_found`; `invalid` if a value is blank or repeated, or if the product would have more than three option
 *   types or too many variants
 */
export async function addOptionValues(
  deps: Pick<CatalogDeps, "snapshots">,
  tx: Transaction,
  call: Call<typeof operations.addOptionValues>,
): Promise<JsonText> {
  const { store, body, params } = call;
  const name = readName(body.option_type, "option_type");
  const values = readNames(body.option_values, "option_values");
  await changeOptions(tx, {
    store,
    cause: call,
    product_id: params.product_id,
    field: "option_values",
    computeTarget(shape) {
      const types = toTargetTypes(shape);
      const type = types.find((candidate) => candidate.name === name);
      if (type) {
        type.values = [...new Set([...type.values, ...values])];
        return types;
      }
      if (types.length === maxOptionTypes)
        throwFieldError(
          "option_type",
          "too_many",
          { max: maxOptionTypes },
          `A product can have at most ${maxOptionTypes} option types.`,
        );
      return [...types, { name, values }];
    },
  });
  return loadProductResponse(deps, tx, { store, id: params.product_id });
}
