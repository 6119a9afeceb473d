/** Words of the variants of one product. */
export const strings = {
  title: "Variants",
  only: "Price and identity",
  lead: "Change cells as in a spreadsheet, then save. Stock at several locations is changed below.",
  label: "Variants of this product",
  corner: "Variant",
  picture: "Picture",
  noPicture: "None",
  stock: "Stock",
  remove: "Delete",
  removeOne: (name: string) => `Delete ${name}`,
  add: "Add a variant",
  addTitle: "Add a variant",
  addLead: "A combination that there is none of yet. A value that is new is added to its option.",
  addIt: "Add",
  added: (name: string) => `${name} is added.`,
  price: "Price",
  cancel: "Cancel",
  needed: "Choose or write a value.",
  delete: {
    title: (name: string) => `Delete ${name}?`,
    text: (units: string) =>
      `Its price, SKU and ${units} units in stock go with it. This cannot be taken back.`,
    confirm: "Delete",
    done: (name: string) => `${name} is deleted.`,
  },
} as const;
