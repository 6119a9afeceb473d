/** A forbidden word that a file may contain, with the reason. */
export interface WordException {
  path: string;
  word: string;
  reason: string;
}

/** The files that may contain a forbidden word: names of libraries, and texts of the demo store. At most 30. */
export const wordExceptions: readonly WordException[] = [
  { path: "apps/admin/package.json", word: "kit", reason: "the library @dnd-kit" },
  { path: "apps/admin/product/images/image-card.tsx", word: "kit", reason: "the library @dnd-kit" },
  {
    path: "apps/admin/product/images/queued-keyboard-sensor.ts",
    word: "kit",
    reason: "the library @dnd-kit",
  },
  { path: "apps/admin/product/images/sortable-images.tsx", word: "kit", reason: "the library @dnd-kit" },
  { path: "packages/demo/orders/demo-orders.ts", word: "house", reason: "a product, House Blend Coffee" },
  { path: "packages/demo/products/office.ts", word: "desk", reason: "a tag and a product, Desk Tin" },
  { path: "packages/demo/products/pantry.ts", word: "house", reason: "a product, House Blend Coffee" },
  { path: "packages/demo/products/pantry.ts", word: "ground", reason: "ground coffee and oats" },
  { path: "packages/demo/products/wear.ts", word: "house", reason: "an open house, in a description" },
];
