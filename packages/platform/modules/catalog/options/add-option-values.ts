import { mostTypes, type operations, refuseField } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call } from "../../../routing/call.ts";
import { type ProductKit, productText } from "../products/product-kit.ts";
import { changeOptions } from "./change-options.ts";
import { readName, readNames, typesOf } from "./named-type.ts";

/**
 * Adds values of an option type, or the type with its values, and makes the new variants (PRD-6). Values that are there already
 * are let pass.
 * @throws Refusal not_found; invalid naming blank or repeated values, a fourth type, too many variants
 */
export async function addOptionValues(
  kit: ProductKit,
  tx: Transaction,
  call: Call<typeof operations.addOptionValues>,
): Promise<JsonText> {
  const { store, body, params } = call;
  const name = readName(body.option_type, "option_type");
  const values = readNames(body.option_values, "option_values");
  await changeOptions(kit.facts, tx, {
    store,
    cause: call,
    product_id: params.product_id,
    field: "option_values",
    wanted(shape) {
      const types = typesOf(shape);
      const type = types.find((one) => one.name === name);
      if (type) {
        type.values = [...new Set([...type.values, ...values])];
        return types;
      }
      if (types.length === mostTypes)
        refuseField("option_type", `is a fourth type; a product has at most ${mostTypes}`);
      return [...types, { name, values }];
    },
  });
  return productText(kit, tx, { store, id: params.product_id });
}
