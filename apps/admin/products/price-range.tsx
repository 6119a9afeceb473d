import { formatMoney, useStore } from "@souk/ui";

/** What the variants of a product cost, from the cheapest to the dearest. */
export function PriceRange({ product }: { product: { min_price: string; max_price: string } }) {
  const { currency_code } = useStore();
  const { min_price, max_price } = product;
  const least = formatMoney(min_price, currency_code);
  return min_price === max_price ? least : `${least} – ${formatMoney(max_price, currency_code)}`;
}
