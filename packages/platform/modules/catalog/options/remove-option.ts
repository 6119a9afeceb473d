import { type operations, throwFieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Call } from "../../../infrastructure/routing/call.ts";
import { changeOptions } from "./change-options.ts";
import { assertOptionValue, getOptionTypeByName, toTargetTypes } from "./option-names.ts";
import type { OptionShape } from "./option-shape.ts";
import type { TargetType } from "./plan-options.ts";

/** Return the target options without an option type, or without one of its values if `value` is sent. */
function removeFromTarget(shape: OptionShape, typeName: string, value: string | undefined): TargetType[] {
  const types = toTargetTypes(shape);
  const type = getOptionTypeByName(types, typeName, "option_type");
  if (value === undefined) return types.filter((candidate) => candidate !== type);
  assertOptionValue(type, value, "option_value");
  if (type.values.length === 1)
    throwFieldError(
      "option_value",
      "not_allowed",
      {},
      `{field} is the only value of the option type ${type.name}. Delete the option type instead.`,
    );
  if (shape.variants.every(({ values }) => values.get(type.name) === value))
    throwFieldError(
      "option_value",
      "not_allowed",
      {},
      "Every variant of the product has this option value. Delete the product instead.",
    );
  type.values = type.values.filter((name) => name !== value);
  return types;
}

/**
 * Delete an option type, or one of its values. Variants that have the value, or would become duplicates, are deleted.
 * @throws ApiError `not_found` for the product; `invalid` if it does not have the type or value, if the value is the only value
 *   of its type, or if every variant has it
 */
export async function removeOption(
  tx: Transaction,
  call: Call<typeof operations.removeOption>,
): Promise<Record<string, never>> {
  const { store, body, params } = call;
  await changeOptions(tx, {
    store,
    cause: call,
    product_id: params.product_id,
    field: "option_type",
    computeTarget: (shape) => removeFromTarget(shape, body.option_type.trim(), body.option_value?.trim()),
  });
  return {};
}
