import { type operations, refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call } from "../../../routing/call.ts";
import { lockProduct } from "../mark-products.ts";
import type { CreationKit } from "./create-products.ts";
import { productText } from "./product-kit.ts";
import { updateProducts } from "./update-products.ts";

/**
 * Changes what is sent of a product (PRD-2); its variants, options and images have operations of their own.
 * @throws Refusal not_found; invalid naming what is wrong, a handle that is taken among it
 */
export async function updateProduct(
  kit: CreationKit,
  tx: Transaction,
  call: Call<typeof operations.updateProduct>,
): Promise<JsonText> {
  const { store, body, params } = call;
  const { id } = params;
  if (!(await lockProduct(tx, store, id))) refuse("not_found");
  const changes = [{ id, input: body, variants: [], path: "" }];
  await updateProducts(kit, tx, { store, cause: call, changes });
  return productText(kit, tx, { store, id });
}
