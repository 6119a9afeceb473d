export const strings = {
  loading: "Product",
  missing: {
    title: "There is no such product",
    text: "It may have been deleted since you followed the link.",
    back: "All products",
  },
  products: "Products",
  fields: {
    created: "Created",
    updated: "Changed",
  },
  delete: {
    button: "Delete the product",
    title: (name: string) => `Delete ${name}?`,
    text: "Its variants, pictures and stock go with it. This cannot be taken back.",
    confirm: "Delete for good",
    done: (name: string) => `${name} is deleted.`,
  },
  stock: {
    title: "Stock",
    lead: "Choose a number to change it.",
    untracked: "This product's stock is not counted: it can always be sold.",
    variant: "Variant",
    only: "The only variant",
    sum: "Together",
    inactive: "not in use",
    table: "Stock of each variant at each location",
  },
  line: { title: "Stock over time", lead: "Units of all variants at all locations." },
} as const;
