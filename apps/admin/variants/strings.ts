/** Words of the sheets of variants. */
export const strings = {
  columns: {
    price: "Price",
    compare_at_price: "Former price",
    cost_price: "Cost",
    sku: "SKU",
    barcode: "Barcode",
    inventory_quantity: "Stock",
    inventory_policy: "When sold out",
    weight: "Weight",
    weight_unit: "Unit",
    is_enabled: "For sale",
  },
  policies: { deny: "Stop selling", continue: "Go on selling" },
  wrong: {
    noPrice: "A price is needed",
    amount: (example: string) => `An amount such as ${example}`,
    whole: "A whole number from 0 up",
    weight: "A number such as 0.25",
    tooLong: (most: number) => `At most ${most} characters`,
  },
} as const;
