/** What can be read of a variant. */
interface Named {
  name: string;
  sku: string;
  barcode: string;
}

/**
 * Those of the variants of the products found that the words are about themselves: "shirt XL" means one of a shirt's sizes.
 * All of them where the words are about none, as the name of a vendor is.
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
  return meant.length === 0 ? variants : [...first, ...meant.filter((each) => !first.includes(each))];
}
