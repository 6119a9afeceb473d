import { type operations, refuseField } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Call } from "../../../routing/call.ts";
import type { ProductKit } from "../products/product-kit.ts";
import { changeOptions } from "./change-options.ts";
import { requireType, requireValue, typesOf } from "./named-type.ts";
import type { OptionShape } from "./option-shape.ts";
import type { WantedType } from "./plan-options.ts";

function without(shape: OptionShape, typeName: string, value: string | undefined): WantedType[] {
  const types = typesOf(shape);
  const type = requireType(types, typeName, "option_type");
  if (value === undefined) return types.filter((one) => one !== type);
  requireValue(type, value, "option_value");
  if (type.values.length === 1)
    refuseField("option_value", `is the last value of ${type.name}; delete the option type in its place`);
  if (shape.variants.every(({ values }) => values.get(type.name) === value))
    refuseField("option_value", "is one that every variant has: none would be left");
  type.values = type.values.filter((one) => one !== value);
  return types;
}

/**
 * Deletes an option type, or one value of it, with the variants that have it or are no longer told apart.
 * @throws Refusal not_found for the product; invalid naming a type or value that it does not have, or the last one
 */
export async function removeOption(
  kit: ProductKit,
  tx: Transaction,
  call: Call<typeof operations.removeOption>,
): Promise<Record<string, never>> {
  const { store, body, params } = call;
  await changeOptions(kit.facts, tx, {
    store,
    cause: call,
    product_id: params.product_id,
    field: "option_type",
    wanted: (shape) => without(shape, body.option_type.trim(), body.option_value?.trim()),
  });
  return {};
}
