import type { BodyOf, operations } from "@souk/contract";
import { fromUnits, sumOf } from "../amounts.ts";
import type { ShippingFee } from "../order-rows.ts";
import { readText } from "../read-text.ts";
import type { PricedDiscount, PricedTax } from "./price-order.ts";
import { type AmountReading, readAmount, readDecimal } from "./read-amount.ts";

type Sent = BodyOf<typeof operations.createOrder>;

/** The shipping fees of a new order, and what they come to. @param ids as many as are sent */
export function readFees(
  { shipping_fees = [] }: Sent,
  ids: readonly number[],
  reading: AmountReading,
): { fees: ShippingFee[]; total: bigint } {
  const amounts: bigint[] = [];
  const fees = shipping_fees.map((fee, at) => {
    const price = readAmount(`shipping_fees.${at}.price`, fee.price, reading);
    const handling = readAmount(`shipping_fees.${at}.handling_fee`, fee.handling_fee ?? "0", reading);
    amounts.push(price, handling);
    return {
      id: ids[at] ?? 0,
      name: readText(`shipping_fees.${at}.name`, fee.name, reading.faults),
      price: fromUnits(price, reading.decimals),
      handling_fee: fromUnits(handling, reading.decimals),
      courier_name: fee.courier_name?.trim() ?? "",
      store_app_id: fee.store_app_id ?? null,
    };
  });
  return { fees, total: sumOf(amounts) };
}

/** A discount as it is kept, before it is known what it takes off. */
export interface ReadDiscount extends PricedDiscount {
  code: string;
  title: string;
}

/** The discounts of a new order. */
export function readDiscounts({ discounts = [] }: Sent, reading: AmountReading): ReadDiscount[] {
  return discounts.map(({ code = "", title = "", type = "fixed_amount", amount, value }, at) => {
    const path = `discounts.${at}`;
    const { faults } = reading;
    const named = { code: code.trim(), title: title.trim() || code.trim(), type };
    if (type === "percentage") {
      if (value === undefined) faults.push({ path: `${path}.value`, message: "is needed: the percentage" });
      const percentage = readDecimal(`${path}.value`, value ?? 0, { most: 100, decimals: 4, faults });
      return { ...named, amount: 0n, value: percentage };
    }
    if (amount === undefined)
      faults.push({ path: `${path}.amount`, message: "is needed: what is taken off" });
    return { ...named, amount: readAmount(`${path}.amount`, amount ?? 0, reading), value: null };
  });
}

/** A tax as it is kept, before it is known what it comes to. */
export interface ReadTax extends PricedTax {
  title: string;
}

/** The taxes of a new order. */
export function readTaxes({ tax_lines = [] }: Sent, reading: AmountReading): ReadTax[] {
  return tax_lines.map(({ title, rate, price }, at) => {
    const path = `tax_lines.${at}`;
    const { faults } = reading;
    if (rate === undefined && price === undefined)
      faults.push({ path: `${path}.rate`, message: "is needed where price is not sent" });
    return {
      title: readText(`${path}.title`, title, faults),
      rate: rate === undefined ? null : readDecimal(`${path}.rate`, rate, { most: 1, decimals: 6, faults }),
      price: price === undefined ? null : readAmount(`${path}.price`, price, reading),
    };
  });
}
