import { List, Text } from "@mantine/core";
import { strings } from "../strings.ts";
import type { ChosenProduct } from "./chosen-products.ts";

const mostNames = 5;

/** The first names of products, and how many more there are. */
export function NamesOf({ products }: { products: readonly ChosenProduct[] }) {
  const more = products.length - mostNames;
  return (
    <>
      <List size="sm" mt="sm">
        {products.slice(0, mostNames).map(({ id, title }) => (
          <List.Item key={id} style={{ overflowWrap: "anywhere" }}>
            {title}
          </List.Item>
        ))}
      </List>
      {more > 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          {strings.bulk.more(more)}
        </Text>
      )}
    </>
  );
}
