/** Words of the form of a product. */
export const strings = {
  parts: {
    details: "Details",
    organisation: "Organisation",
    visibility: "In the shop",
    selling: "Selling",
    search: "Address and search engines",
    note: "Note",
  },
  fields: {
    title: { label: "Title" },
    description: { label: "Short description", help: "Plain text, for lists." },
    body_html: { label: "Text of its page", help: "As HTML." },
    note: { label: "Note", help: "Only people who work here and apps see it." },
    vendor: { label: "Vendor" },
    brand: { label: "Brand" },
    product_type: { label: "Kind" },
    tags: { label: "Tags", help: "Enter or a comma ends a tag." },
    taxable: { label: "Tax is charged on it" },
    shipping_required: { label: "It is shipped" },
    handle: {
      label: "Handle",
      help: "The end of its address in the shop. Made from the title when it is left empty.",
    },
    meta_title: { label: "Title for search engines", help: "The product's title when it is left empty." },
    meta_description: { label: "Description for search engines" },
    keywords: { label: "Keywords" },
  },
  counted: { label: "Its stock is counted", help: "What is not counted can always be sold." },
  published: { label: "Shown in the shop" },
  publishedAt: "Shown since",
  publishedAtHelp: (zone: string) => `In the shop's time, ${zone}. Empty is now.`,
  collections: { label: "Collections", none: "No collection with these words", choose: "Add a collection" },
  address: (address: string) => `Its address: ${address}`,
  saved: "The product is saved.",
  save: "Save",
  create: "Make the product",
  created: "The product is made.",
  steps: { fields: "its details", collections: "its collections", variants: "its variants" },
  partly: (saved: readonly string[], failed: string, why: string) =>
    `Saved: ${saved.join(" and ")}. Not saved: ${failed}. ${why}`,
  theirs: (label: string, value: string) => `${label} (“${value}” now)`,
  meanwhile: (places: readonly string[]) => {
    const [named, more] = [places.slice(0, 3).join("; "), places.length - 3];
    const all = more > 0 ? `${named}; and ${more} more` : named;
    return `Not saved yet: somebody else has changed ${all}. Save again to put yours in its place.`;
  },
  wrongCells: "Some cells of the variants are not right; they say why.",
} as const;
