import { Group, Stack, Text } from "@mantine/core";
import classes from "./product-cell.module.css";
import { ProductPicture } from "./product-picture.tsx";
import { strings } from "./strings.ts";

interface Shown {
  title: string;
  image_url: string | null;
  variants: readonly { sku: string }[];
}

/** A product in a row: its picture, its title, and its SKU or how many variants it has. */
export function ProductCell({ product }: { product: Shown }) {
  const { title, image_url, variants } = product;
  const [only] = variants;
  return (
    <Group wrap="nowrap" gap="sm">
      <ProductPicture url={image_url} size={40} />
      <Stack gap={0} miw={0}>
        <Text span fw={500} className={classes["title"] ?? ""}>
          {title}
        </Text>
        <Text span size="sm" c="dimmed" truncate>
          {variants.length === 1 ? only?.sku || strings.noSku : strings.variants(variants.length)}
        </Text>
      </Stack>
    </Group>
  );
}
