/** Products that somebody chose in the admin, as a page's address tells them. */
export type ChosenProducts = readonly number[];

const most = 250;

/** Reads ids joined by commas; what is none is left out, for anybody may type an address. */
export function readChosen(text: string | null | undefined): ChosenProducts {
  const ids = (text ?? "").split(",").filter((part) => /^[1-9]\d{0,14}$/.test(part));
  return [...new Set(ids.slice(0, most).map(Number))];
}

/** The products as a query names them; empty when none were chosen. */
export function chosenQuery(chosen: ChosenProducts): string {
  return chosen.length === 0 ? "" : `products=${chosen.join(",")}`;
}
