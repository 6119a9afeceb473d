import { texts } from "../../texts.ts";

const maxNamed = 3;

/** List which fields of a product someone else has changed: three by name, the rest by number. */
export function meanwhileText(places: readonly string[]): string {
  const { changedMeanwhile, morePlaces } = texts.productForm;
  const named = places.slice(0, maxNamed);
  const count = places.length - named.length;
  // A place has commas of its own, such as "Price, M".
  const all = count > 0 ? [...named, morePlaces({ count })] : named;
  return changedMeanwhile({ places: all.join("; ") });
}
