import { List, Text } from "@mantine/core";
import { texts } from "../../texts.ts";
import type { ChosenProduct } from "./chosen-products.ts";

const maxNames = 5;

/** Show the first names of products, and how many more there are. */
export function ProductNames({ products }: { products: readonly ChosenProduct[] }) {
  const more = products.length - maxNames;
  return (
    <>
      <List size="sm" mt="sm">
        {products.slice(0, maxNames).map(({ id, title }) => (
          <List.Item key={id} style={{ overflowWrap: "anywhere" }}>
            {title}
          </List.Item>
        ))}
      </List>
      {more > 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          {texts.products.bulk.more({ count: more })}
        </Text>
      )}
    </>
  );
}
