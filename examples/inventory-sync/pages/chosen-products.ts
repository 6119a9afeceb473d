/** Ids of products selected in the admin, as a page's address lists them. */
export type ChosenProducts = readonly number[];

const maxProducts = 250;

/** Parse comma-separated ids; invalid ones are left out, since anyone may type an address. */
export function readChosen(text: string | null | undefined): ChosenProducts {
  const ids = (text ?? "").split(",").filter((part) => /^[1-9]\d{0,14}$/.test(part));
  return [...new Set(ids.slice(0, maxProducts).map(Number))];
}

/** Build the query string for selected products; empty when none are selected. */
export function chosenQuery(chosen: ChosenProducts): string {
  return chosen.length === 0 ? "" : `products=${chosen.join(",")}`;
}
