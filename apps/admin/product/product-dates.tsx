import { Text } from "@mantine/core";
import { Timestamp } from "@souk/ui";
import type { Product } from "./product-queries.ts";
import { strings } from "./strings.ts";

/** When a product was made and last changed. */
export function ProductDates({ product: { created_at, updated_at } }: { product: Product }) {
  const { created, updated } = strings.fields;
  return (
    <Text size="sm" c="dimmed">
      {created} <Timestamp at={created_at} /> · {updated} <Timestamp at={updated_at} />
    </Text>
  );
}
