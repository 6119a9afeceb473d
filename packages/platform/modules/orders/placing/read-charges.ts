import {
  fieldError,
  isRateOfApp,
  listHandlesInRateName,
  type OperationBody,
  type operations,
} from "@souk/contract";
import type { Actor } from "../../../infrastructure/routing/actor.ts";
import { formatMinorUnits, sumBigints } from "../amounts.ts";
import type { ShippingFee } from "../order-rows.ts";
import { readText } from "../read-text.ts";
import type { DiscountToApply, TaxToApply } from "./price-order.ts";
import { type AmountContext, readAmount, readDecimal } from "./read-amount.ts";

interface FeeContext extends AmountContext {
  actor: Actor;
  /** The handles of the store's apps that a fee's `store_app_id` may refer to. */
  app_handles: readonly string[];
}

type OrderInput = OperationBody<typeof operations.createOrder>;

/**
 * Read the shipping fees of a new order and compute their total. A fee that names a rate of an app other than the calling
 * app is an error, because an app must not act in the name of another app.
 *
 * @param ids an id for each fee
 */
export function readFees(
  { shipping_fees = [] }: OrderInput,
  ids: readonly number[],
  context: FeeContext,
): { fees: ShippingFee[]; total: bigint } {
  const amounts: bigint[] = [];
  const fees = shipping_fees.map((fee, index) => {
    const price = readAmount(`shipping_fees.${index}.price`, fee.price, context);
    const handling = readAmount(`shipping_fees.${index}.handling_fee`, fee.handling_fee ?? "0", context);
    amounts.push(price, handling);
    // guard own-store-app-id: without it, orders/placing/store-app-id.test.ts fails
    if (isRateOfOtherApp(fee.store_app_id ?? null, context))
      context.errors.push(
        fieldError(
          `shipping_fees.${index}.store_app_id`,
          "not_allowed",
          {},
          "{field} must be the id of a shipping rate of the calling app. Omit it for a shipping fee that is not from such a rate.",
        ),
      );
    return {
      id: ids[index] ?? 0,
      name: readText(`shipping_fees.${index}.name`, fee.name, context.errors),
      price: formatMinorUnits(price, context.decimals),
      handling_fee: formatMinorUnits(handling, context.decimals),
      courier_name: fee.courier_name?.trim() ?? "",
      store_app_id: fee.store_app_id ?? null,
    };
  });
  return { fees, total: sumBigints(amounts) };
}

/** Return whether the caller is an app and names another app's rate. A person may name the rate of any app. */
function isRateOfOtherApp(
  storeAppId: string | null,
  { actor: { kind, id }, app_handles }: Pick<FeeContext, "actor" | "app_handles">,
): boolean {
  return kind === "app" && storeAppId !== null && !isRateOfApp(storeAppId, id, app_handles);
}

/** List the handles of the apps that the `store_app_id` of a new order's shipping fees may refer to. */
export function listHandlesOfFees({ shipping_fees = [] }: OrderInput): string[] {
  return shipping_fees.flatMap(({ store_app_id }) => listHandlesInRateName(store_app_id ?? ""));
}

/** A discount of a new order, before its amount is computed. */
export interface NewDiscount extends DiscountToApply {
  code: string;
  title: string;
}

/** Read the discounts of a new order. */
export function readDiscounts({ discounts = [] }: OrderInput, context: AmountContext): NewDiscount[] {
  return discounts.map(({ code = "", title = "", type = "fixed_amount", amount, value }, index) => {
    const path = `discounts.${index}`;
    const { errors } = context;
    const textFields = { code: code.trim(), title: title.trim() || code.trim(), type };
    if (type === "percentage") {
      if (value === undefined) errors.push(fieldError(`${path}.value`, "required"));
      const percentage = readDecimal(`${path}.value`, value ?? 0, { max: 100, decimals: 4, errors });
      return { ...textFields, amount: 0n, value: percentage };
    }
    if (amount === undefined) errors.push(fieldError(`${path}.amount`, "required"));
    return { ...textFields, amount: readAmount(`${path}.amount`, amount ?? 0, context), value: null };
  });
}

/** A tax of a new order, before its amount is computed. */
export interface NewTax extends TaxToApply {
  title: string;
}

/** Read the taxes of a new order. */
export function readTaxes({ tax_lines = [] }: OrderInput, context: AmountContext): NewTax[] {
  return tax_lines.map(({ title, rate, price }, index) => {
    const path = `tax_lines.${index}`;
    const { errors } = context;
    if (rate === undefined && price === undefined)
      errors.push(fieldError(`${path}.rate`, "required", {}, "{field} is required if price is not sent."));
    return {
      title: readText(`${path}.title`, title, errors),
      rate: rate === undefined ? null : readDecimal(`${path}.rate`, rate, { max: 1, decimals: 6, errors }),
      price: price === undefined ? null : readAmount(`${path}.price`, price, context),
    };
  });
}
