import { Button, Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import { Dialog, QueryBoundary, SearchBox, StatusBadge, useAction, useAdminConsole } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ProductImage } from "../../products/product-image.tsx";
import { queriesShowingProducts } from "../../queries-showing-products.ts";
import { texts } from "../../texts.ts";
import type { Collection } from "../all-collections.ts";
import classes from "./add-products.module.css";

interface AddProductsProps {
  collection: Collection;
  opened: boolean;
  onClose: () => void;
}

/** Show a dialog to search for products and add them to a collection one at a time. */
export function AddProducts({ collection, opened, onClose }: AddProductsProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.collections.products.addTitle} size="lg">
      <ProductSearch collection={collection} onClose={onClose} />
    </Dialog>
  );
}

function ProductSearch({ collection, onClose }: Omit<AddProductsProps, "opened">) {
  const admin = useAdminConsole();
  const [searchText, setSearchText] = useState("");
  const productsQuery = {
    query: searchText === "" ? undefined : searchText,
    limit: 20,
    fields: "title,image_url,collections",
  };
  const query = useQuery({
    queryKey: ["products", "to add", productsQuery],
    queryFn: ({ signal }) => admin.products.list({ query: productsQuery, signal }),
    placeholderData: keepPreviousData,
  });
  const { addSearch, addHint, nothing, done } = texts.collections.products;
  return (
    <Stack>
      <Group>
        <SearchBox
          label={addSearch}
          placeholder={addHint}
          clear={texts.collections.clear}
          query={searchText}
          onSearch={setSearchText}
        />
      </Group>
      <QueryBoundary query={query} skeleton="table">
        {({ products }) =>
          products.length === 0 ? (
            <Text role="status">{nothing}</Text>
          ) : (
            <ul className={classes["results"]}>
              {products.map((product) => (
                <ProductResult key={product.id} product={product} collection={collection} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      <Group justify="flex-end">
        <Button onClick={onClose}>{done}</Button>
      </Group>
    </Stack>
  );
}

interface ProductResultProps {
  product: { id: number; title: string; image_url: string | null; collections: readonly { id: number }[] };
  collection: Collection;
}

function ProductResult({ product, collection }: ProductResultProps) {
  const admin = useAdminConsole();
  const words = texts.collections.products;
  const add = useAction({
    run: () => admin.collects.create({ body: { product_id: product.id, collection_id: collection.id } }),
    // The line shows that the product was added, because a toast would cover the buttons.
    refresh: queriesShowingProducts,
  });
  const isInCollection = product.collections.some(({ id }) => id === collection.id);
  return (
    <li className={classes["line"]}>
      <ProductImage url={product.image_url} size={36} />
      <span className={classes["title"]}>{product.title}</span>
      <span role="status">
        {isInCollection && (
          <StatusBadge tone="good">
            <VisuallyHidden>{words.added({ name: product.title })}</VisuallyHidden>
            <span aria-hidden>{words.isAdded}</span>
          </StatusBadge>
        )}
      </span>
      {!isInCollection && (
        <Button
          variant="default"
          size="compact-md"
          loading={add.isRunning}
          aria-label={words.addLabel({ name: product.title })}
          onClick={() => add.start()}
        >
          {words.addButton}
        </Button>
      )}
    </li>
  );
}
