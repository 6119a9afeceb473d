import { currencyExponent, parseMoney } from "@souk/contract";
import type { SheetColumn } from "@souk/ui";
import { strings } from "./strings.ts";

/** What a sheet shows of a variant; a variant that is not made yet has the same. */
export interface VariantFields {
  price: string;
  compare_at_price: string | null;
  cost_price: string | null;
  sku: string;
  barcode: string;
  inventory_quantity: number;
  inventory_policy: "deny" | "continue";
  weight: number;
  weight_unit: "g" | "kg" | "oz" | "lb";
  is_enabled: boolean;
}

export type VariantField = keyof VariantFields;

const longestText = 255;
const mostStock = 2_000_000_000;

function checkText(text: string): string | undefined {
  return [...text].length > longestText ? strings.wrong.tooLong(longestText) : undefined;
}

function checkMoney(currency: string, { required }: { required: boolean }) {
  const exponent = currencyExponent(currency);
  return (text: string): string | undefined => {
    if (text.trim() === "") return required ? strings.wrong.noPrice : undefined;
    if (parseMoney(text, exponent) !== null) return undefined;
    return strings.wrong.amount(
      exponent === 0 ? "12" : `12.${"50".padEnd(exponent, "0").slice(0, exponent)}`,
    );
  };
}

function checkStock(text: string): string | undefined {
  const isWhole = /^\d{1,10}$/.test(text.trim()) && Number(text) <= mostStock;
  return isWhole ? undefined : strings.wrong.whole;
}

function checkWeight(text: string): string | undefined {
  const isAmount = /^\d{1,7}(\.\d{1,4})?$/.test(text.trim()) && Number(text) <= 1_000_000;
  return isAmount ? undefined : strings.wrong.weight;
}

/** The columns in which a variant's fields are edited. */
export function variantColumns(
  fields: readonly VariantField[],
  currency: string,
): SheetColumn<VariantFields>[] {
  const { columns, policies } = strings;
  const all: Record<VariantField, Omit<SheetColumn<VariantFields>, "id" | "header">> = {
    price: { kind: "money", read: ({ price }) => price, check: checkMoney(currency, { required: true }) },
    compare_at_price: {
      kind: "money",
      read: ({ compare_at_price }) => compare_at_price ?? "",
      check: checkMoney(currency, { required: false }),
    },
    cost_price: {
      kind: "money",
      read: ({ cost_price }) => cost_price ?? "",
      check: checkMoney(currency, { required: false }),
    },
    sku: { kind: "text", read: ({ sku }) => sku, check: checkText },
    barcode: { kind: "text", read: ({ barcode }) => barcode, check: checkText },
    inventory_quantity: {
      kind: "whole",
      read: ({ inventory_quantity }) => String(inventory_quantity),
      check: checkStock,
    },
    inventory_policy: {
      kind: "choice",
      read: ({ inventory_policy }) => inventory_policy,
      choices: [
        { value: "deny", label: policies.deny },
        { value: "continue", label: policies.continue },
      ],
      width: 12,
    },
    weight: { kind: "money", read: ({ weight }) => String(weight), check: checkWeight },
    weight_unit: {
      kind: "choice",
      read: ({ weight_unit }) => weight_unit,
      choices: ["g", "kg", "oz", "lb"].map((unit) => ({ value: unit, label: unit })),
      width: 5,
    },
    is_enabled: { kind: "switch", read: ({ is_enabled }) => String(is_enabled) },
  };
  return fields.map((id) => ({ id, header: columns[id], ...all[id] }));
}
