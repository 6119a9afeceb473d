import { type FieldError, type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call } from "../../../routing/call.ts";
import { type ProductKit, productText } from "../products/product-kit.ts";
import { changeOptions } from "./change-options.ts";
import { readDefinitions } from "./read-definitions.ts";

/**
 * Sets all option types and values of a product, in the order sent (PRD-6).
 * @throws Refusal not_found; invalid naming blank or repeated names, too many variants, or none
 */
export async function replaceOptions(
  kit: ProductKit,
  tx: Transaction,
  call: Call<typeof operations.replaceOptions>,
): Promise<JsonText> {
  const { store, body, params } = call;
  const faults: FieldError[] = [];
  const wanted = readDefinitions(body.variant_options, faults);
  if (faults.length > 0) refuse("invalid", { fields: faults });
  const change = { store, cause: call, product_id: params.product_id, field: "variant_options" };
  await changeOptions(kit.facts, tx, { ...change, wanted: () => wanted });
  return productText(kit, tx, { store, id: params.product_id });
}
