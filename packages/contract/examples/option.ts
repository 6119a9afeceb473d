import type { Example } from "../operation.ts";
import { mediumVariant, product } from "./product-records.ts";

const params = { product_id: 2 };

const largeVariant = {
  ...mediumVariant,
  id: 8,
  name: "L",
  options: [{ variant_type_id: 1, variant_option_id: 6, name: "Size", value: "L" }],
  sku: "",
  price: "49.90",
  inventory_quantity: 0,
  position: 3,
};

const productWithLarge = {
  ...product,
  variants: [...product.variants, largeVariant],
  variant_options: [...product.variant_options, { id: 6, variant_type_id: 1, name: "L", position: 3 }],
};

export const addOptionValuesExample: Example = {
  params,
  body: { option_type: "Size", option_values: ["L"] },
  response: { product: productWithLarge },
};

const extraLargeVariant = {
  ...largeVariant,
  id: 9,
  name: "XL",
  options: [{ variant_type_id: 1, variant_option_id: 7, name: "Size", value: "XL" }],
  position: 4,
};

export const replaceOptionsExample: Example = {
  params,
  body: { variant_options: [{ name: "Size", options: ["S", "M", "L", "XL"] }] },
  response: {
    product: {
      ...product,
      variants: [...productWithLarge.variants, extraLargeVariant],
      variant_options: [
        ...productWithLarge.variant_options,
        { id: 7, variant_type_id: 1, name: "XL", position: 4 },
      ],
    },
  },
};

export const removeOptionExample: Example = {
  params,
  body: { option_type: "Size", option_value: "XL" },
  response: {},
};

/** Return the product of the example with new names of its option type and of its largest value, wherever they occur. */
function renameOption(optionName: string, largeName: string): typeof productWithLarge {
  const renameValue = (value: string) => (value === "L" ? largeName : value);
  return {
    ...productWithLarge,
    variants: productWithLarge.variants.map((variant) => ({
      ...variant,
      name: renameValue(variant.name),
      options: variant.options.map((option) => ({
        ...option,
        name: optionName,
        value: renameValue(option.value),
      })),
    })),
    variant_types: [{ id: 1, name: optionName, position: 1 }],
    variant_options: productWithLarge.variant_options.map((option) => ({
      ...option,
      name: renameValue(option.name),
    })),
  };
}

export const renameOptionTypeExample: Example = {
  params,
  body: { old_option_type: "Size", new_option_type: "Tray size" },
  response: { product: renameOption("Tray size", "L") },
};

export const renameOptionValueExample: Example = {
  params,
  body: { option_type: "Tray size", old_option_value: "L", new_option_value: "Large" },
  response: { product: renameOption("Tray size", "Large") },
};
