import { Text } from "@mantine/core";
import { Timestamp } from "@souk/ui";
import { texts } from "../texts.ts";
import type { Product } from "./product-queries.ts";

/** Show when a product was created and last updated. */
export function ProductDates({ product: { created_at, updated_at } }: { product: Product }) {
  const { created, updated } = texts.product.fields;
  return (
    <Text size="sm" c="dimmed">
      {created} <Timestamp at={created_at} /> · {updated} <Timestamp at={updated_at} />
    </Text>
  );
}
