/** The searchable texts of a variant. */
interface SearchableVariant {
  name: string;
  sku: string;
  barcode: string;
}

/**
 * Return the variants that match every word of the search text; those whose SKU or barcode is the search text come first. This
 * is necessary because the API searches products: for "shirt XL", it returns all sizes of the shirt. If no variant matches, for
 * example because the search text is the name of a vendor, return all variants.
 */
export function rankMatchingVariants<V extends SearchableVariant>(
  variants: readonly V[],
  searchText: string,
): readonly V[] {
  const words = searchText.toLowerCase().split(/\s+/);
  const isMatch = ({ name, sku, barcode }: V) => {
    const text = `${name} ${sku} ${barcode}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const matches = variants.filter(isMatch);
  // A person who types or scans a whole SKU or barcode wants that variant.
  const [firstWord] = words;
  const isExact = ({ sku, barcode }: V) => [sku, barcode].some((code) => code.toLowerCase() === firstWord);
  const exactMatches = words.length === 1 ? matches.filter(isExact) : [];
  return matches.length === 0
    ? variants
    : [...exactMatches, ...matches.filter((variant) => !exactMatches.includes(variant))];
}
