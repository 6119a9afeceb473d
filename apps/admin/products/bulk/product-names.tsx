import { List, Text } from "@mantine/core";
import { texts } from "../../texts.ts";
import type { SelectedProduct } from "./use-selected-products.ts";

const maxListed = 5;

/** List the titles of the first products, and how many more there are. */
export function ProductNames({ products }: { products: readonly SelectedProduct[] }) {
  const unlistedCount = products.length - maxListed;
  return (
    <>
      <List size="sm" mt="sm">
        {products.slice(0, maxListed).map(({ id, title }) => (
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
