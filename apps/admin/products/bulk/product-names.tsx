import { List, Text } from "@mantine/core";
import { texts } from "../../texts.ts";
import type { SelectedProduct } from "./use-selected-products.ts";

/** The maximum number of titles that are shown. */
const maxTitles = 5;

/** Show the titles of the first products, and how many more products there are. */
export function ProductNames({ products }: { products: readonly SelectedProduct[] }) {
  const unlistedCount = products.length - maxTitles;
  return (
    <>
      <List size="sm" mt="sm">
        {products.slice(0, maxTitles).map(({ id, title }) => (
          <List.Item key={id} style={{ overflowWrap: "anywhere" }}>
            {title}
          </List.Item>
        ))}
      </List>
      {unlistedCount > 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          {texts.products.bulk.more({ count: unlistedCount })}
        </Text>
      )}
    </>
  );
}
