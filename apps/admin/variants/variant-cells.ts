import { getCurrencyExponent, parseMoney } from "@souk/contract";
import type { SheetColumn } from "@souk/ui";
import { texts } from "../texts.ts";

/** How a sheet shows and edits a field of a variant. */
interface VariantCell<Value> extends Pick<SheetColumn<unknown>, "kind" | "choices" | "width"> {
  /** The value of a new variant. */
  initial: Value;
  format: (value: Value) => string;
  /** Convert a trimmed text to the value that the API accepts. */
  parse: (text: string) => Value;
  /** Create the function that returns the error of a text. If this is undefined, every text is valid. */
  createValidator?: (currency: string) => (text: string) => string | undefined;
}

const maxTextLength = 255;
const maxStock = 2_000_000_000;

function validateText(text: string): string | undefined {
  return [...text].length > maxTextLength ? texts.variants.errors.tooLong({ max: maxTextLength }) : undefined;
}

function createMoneyValidator({ required }: { required: boolean }) {
  return (currency: string) => {
    const exponent = getCurrencyExponent(currency);
    return (text: string): string | undefined => {
      if (text.trim() === "") return required ? texts.variants.errors.priceRequired : undefined;
      if (parseMoney(text, exponent) !== null) return undefined;
      return texts.variants.errors.amount({
        example: exponent === 0 ? "12" : `12.${"50".padEnd(exponent, "0").slice(0, exponent)}`,
      });
    };
  };
}

function validateStock(text: string): string | undefined {
  const isValid = /^\d{1,10}$/.test(text.trim()) && Number(text) <= maxStock;
  return isValid ? undefined : texts.variants.errors.whole;
}

function validateWeight(text: string): string | undefined {
  const isValid = /^\d{1,7}(\.\d{1,4})?$/.test(text.trim()) && Number(text) <= 1_000_000;
  return isValid ? undefined : texts.variants.errors.weight;
}

const textCell: VariantCell<string> = {
  kind: "text",
  initial: "",
  format: String,
  parse: String,
  createValidator: () => validateText,
};

const priceCell: VariantCell<string> = {
  ...textCell,
  kind: "money",
  createValidator: createMoneyValidator({ required: true }),
};

/** The cell of an amount that is null if the text is empty. */
const optionalAmountCell: VariantCell<string | null> = {
  kind: "money",
  initial: null,
  format: (amount) => amount ?? "",
  parse: (text) => (text === "" ? null : text),
  createValidator: createMoneyValidator({ required: false }),
};

function createChoiceCell<const Value extends string>(
  labels: Readonly<Record<Value, string>>,
  { initial, width }: { initial: NoInfer<Value>; width: number },
): VariantCell<Value> {
  const values = Object.keys(labels) as Value[];
  const [firstValue = initial] = values;
  return {
    kind: "choice",
    initial,
    format: String,
    parse: (text) => values.find((value) => value === text) ?? firstValue,
    choices: values.map((value) => ({ value, label: labels[value] })),
    width,
  };
}

const weightUnits = { g: "g", kg: "kg", oz: "oz", lb: "lb" };

/** The fields of a variant that sheets edit, in the order of the columns. */
export const variantCells = {
  price: priceCell,
  compare_at_price: optionalAmountCell,
  cost_price: optionalAmountCell,
  sku: textCell,
  barcode: textCell,
  inventory_quantity: {
    kind: "integer",
    initial: 0,
    format: String,
    parse: Number,
    createValidator: () => validateStock,
  } as VariantCell<number>,
  inventory_policy: createChoiceCell(texts.variants.policies, { initial: "deny", width: 12 }),
  weight: {
    // Sheets use the kind `money` for all numbers with decimal places.
    kind: "money",
    initial: 0,
    format: String,
    parse: Number,
    createValidator: () => validateWeight,
  } as VariantCell<number>,
  weight_unit: createChoiceCell(weightUnits, { initial: "kg", width: 5 }),
  is_enabled: {
    kind: "switch",
    initial: true,
    format: String,
    parse: (text) => text === "true",
  } as VariantCell<boolean>,
};

export type VariantField = keyof typeof variantCells;

/** The values of the fields that sheets edit, of a new or an existing variant. */
export type VariantFields = { [Name in VariantField]: (typeof variantCells)[Name]["initial"] };

export const variantFieldNames = Object.keys(variantCells) as VariantField[];

/** The initial values of a new variant's fields. */
export const emptyVariant = Object.fromEntries(
  Object.entries(variantCells).map(([name, { initial }]) => [name, initial]),
) as unknown as VariantFields;
