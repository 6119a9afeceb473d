/** Ids of the products that the merchant selected in the admin. They are part of the page's URL. */
export type SelectedProductIds = readonly number[];

/** Limit of the ids that are read from a URL. */
const maxProducts = 250;

/** Parse comma-separated ids. Invalid ids are ignored, because anyone can edit the URL. */
export function parseProductIds(text: string | null | undefined): SelectedProductIds {
  const ids = (text ?? "").split(",").filter((idText) => /^[1-9]\d{0,14}$/.test(idText));
  return [...new Set(ids.slice(0, maxProducts).map(Number))];
}

/** Build the query string for the selected products. It is empty if no product is selected. */
export function buildProductsQuery(selectedIds: SelectedProductIds): string {
  return selectedIds.length === 0 ? "" : `products=${selectedIds.join(",")}`;
}
