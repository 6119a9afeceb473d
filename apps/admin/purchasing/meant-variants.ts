/** The searchable texts of a variant. */
interface Named {
  name: string;
  sku: string;
  barcode: string;
}

/**
 * Return those of the found products' variants that the words themselves match: "shirt XL" means one of a
 * shirt's sizes. All of them where the words match none, for example the name of a vendor.
 */
export function meantVariants<V extends Named>(variants: readonly V[], words: string): readonly V[] {
  const asked = words.toLowerCase().split(/\s+/);
  const isMeant = ({ name, sku, barcode }: V) => {
    const text = `${name} ${sku} ${barcode}`.toLowerCase();
    return asked.every((word) => text.includes(word));
  };
  const meant = variants.filter(isMeant);
  // Who types or scans a whole SKU or barcode means that one.
  const [only] = asked;
  const isExact = ({ sku, barcode }: V) => [sku, barcode].some((code) => code.toLowerCase() === only);
  const first = asked.length === 1 ? meant.filter(isExact) : [];
  return meant.length === 0 ? variants : [...first, ...meant.filter((variant) => !first.includes(variant))];
}
