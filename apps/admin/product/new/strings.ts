/** Words of the page that makes a product. */
export const strings = {
  title: "New product",
  products: "Products",
  only: "Price and stock",
  variants: "Variants",
  variantsLead: "What differs between them is changed here, as in a spreadsheet.",
  label: "Variants that will be made",
  corner: "Variant",
  picture: "Pictures",
  pictureLead: (most: number) => `At most ${most}. They are sent when the product is made.`,
  stockHint: (place: string) => `The stock is what is at ${place} to begin with.`,
  create: "Make the product",
  created: (title: string) => `${title} is made.`,
  sending: "Sending the pictures…",
  someFailed: (files: readonly string[]) =>
    `The product is made, but not all of its pictures were added. ${files.join(" ")}`,
  wrongCells: "Some cells of the variants are not right; they say why.",
  wrongOptions: "The options are not complete.",
} as const;
