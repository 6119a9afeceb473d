import { Group, Stack, Text } from "@mantine/core";
import { texts } from "../texts.ts";
import classes from "./product-cell.module.css";
import { ProductImage } from "./product-image.tsx";

interface ListedProduct {
  title: string;
  image_url: string | null;
  variants: readonly { sku: string }[];
}

/** Show a product in a table cell: its image, its title, and its SKU or number of variants. */
export function ProductCell({ product }: { product: ListedProduct }) {
  const { title, image_url, variants } = product;
  const [firstVariant] = variants;
  return (
    <Group wrap="nowrap" gap="sm">
      <ProductImage url={image_url} size={40} />
      <Stack gap={0} miw={0}>
        <Text span fw={500} className={classes["title"] ?? ""}>
          {title}
        </Text>
        <Text span size="sm" c="dimmed" truncate>
          {variants.length === 1
            ? firstVariant?.sku || texts.products.noSku
            : texts.products.variants({ count: variants.length })}
        </Text>
      </Stack>
    </Group>
  );
}
