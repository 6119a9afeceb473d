import { getCurrencyExponent, parseMoney } from "@souk/contract";
import type { SheetColumn } from "@souk/ui";
import { texts } from "../texts.ts";

/** How a sheet edits a field of a variant. */
interface VariantCell<Value> extends Pick<SheetColumn<unknown>, "kind" | "choices" | "width"> {
  /** Value in a variant that is not created yet. */
  initial: Value;
  show: (value: Value) => string;
  /** Parse a text without blanks around it into the value that the API accepts. */
  parse: (text: string) => Value;
  /** Create the function that returns the error of a text; absent where no text is wrong. */
  check?: (currency: string) => (text: string) => string | undefined;
}

const longestText = 255;
const maxStock = 2_000_000_000;

function checkText(text: string): string | undefined {
  return [...text].length > longestText ? texts.variants.wrong.tooLong({ max: longestText }) : undefined;
}

function checkMoney({ required }: { required: boolean }) {
  return (currency: string) => {
    const exponent = getCurrencyExponent(currency);
    return (text: string): string | undefined => {
      if (text.trim() === "") return required ? texts.variants.wrong.priceRequired : undefined;
      if (parseMoney(text, exponent) !== null) return undefined;
      return texts.variants.wrong.amount({
        example: exponent === 0 ? "12" : `12.${"50".padEnd(exponent, "0").slice(0, exponent)}`,
      });
    };
  };
}

function checkStock(text: string): string | undefined {
  const isWhole = /^\d{1,10}$/.test(text.trim()) && Number(text) <= maxStock;
  return isWhole ? undefined : texts.variants.wrong.whole;
}

function checkWeight(text: string): string | undefined {
  const isAmount = /^\d{1,7}(\.\d{1,4})?$/.test(text.trim()) && Number(text) <= 1_000_000;
  return isAmount ? undefined : texts.variants.wrong.weight;
}

const textCell: VariantCell<string> = {
  kind: "text",
  initial: "",
  show: String,
  parse: String,
  check: () => checkText,
};

const priceCell: VariantCell<string> = {
  ...textCell,
  kind: "money",
  check: checkMoney({ required: true }),
};

/** A cleared amount is removed. */
const optionalAmountCell: VariantCell<string | null> = {
  kind: "money",
  initial: null,
  show: (amount) => amount ?? "",
  parse: (text) => (text === "" ? null : text),
  check: checkMoney({ required: false }),
};

function choiceCell<const Value extends string>(
  labels: Readonly<Record<Value, string>>,
  { initial, width }: { initial: NoInfer<Value>; width: number },
): VariantCell<Value> {
  const values = Object.keys(labels) as Value[];
  const [first = initial] = values;
  return {
    kind: "choice",
    initial,
    show: String,
    parse: (text) => values.find((value) => value === text) ?? first,
    choices: values.map((value) => ({ value, label: labels[value] })),
    width,
  };
}

const units = { g: "g", kg: "kg", oz: "oz", lb: "lb" };

/** The fields that sheets edit of a variant, in the order of their columns; stock and image stand in the middle. */
export const variantCells = {
  price: priceCell,
  compare_at_price: optionalAmountCell,
  cost_price: optionalAmountCell,
  sku: textCell,
  barcode: textCell,
  inventory_quantity: {
    kind: "whole",
    initial: 0,
    show: String,
    parse: Number,
    check: () => checkStock,
  } as VariantCell<number>,
  inventory_policy: choiceCell(texts.variants.policies, { initial: "deny", width: 12 }),
  weight: {
    kind: "money",
    initial: 0,
    show: String,
    parse: Number,
    check: () => checkWeight,
  } as VariantCell<number>,
  weight_unit: choiceCell(units, { initial: "kg", width: 5 }),
  is_enabled: {
    kind: "switch",
    initial: true,
    show: String,
    parse: (text) => text === "true",
  } as VariantCell<boolean>,
};

export type VariantField = keyof typeof variantCells;

/** The fields that a sheet shows of a variant, created or not. */
export type VariantFields = { [Name in VariantField]: (typeof variantCells)[Name]["initial"] };

export const variantFieldNames = Object.keys(variantCells) as VariantField[];

/** The fields of a variant that is not created yet. */
export const blankVariant = Object.fromEntries(
  Object.entries(variantCells).map(([name, { initial }]) => [name, initial]),
) as unknown as VariantFields;
