import { Button, Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import { Answered, Dialog, SearchBox, StatusBadge, useAction, useAdminConsole } from "@souk/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ProductImage } from "../../products/product-image.tsx";
import { staleWithProducts } from "../../stale.ts";
import { texts } from "../../texts.ts";
import type { Collection } from "../all-collections.ts";
import classes from "./add-products.module.css";

interface AddProductsProps {
  collection: Collection;
  opened: boolean;
  onClose: () => void;
}

/** Find products and add them to a collection, one after another. */
export function AddProducts({ collection, opened, onClose }: AddProductsProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.collections.products.addTitle} size="lg">
      <Finder collection={collection} onClose={onClose} />
    </Dialog>
  );
}

function Finder({ collection, onClose }: Omit<AddProductsProps, "opened">) {
  const admin = useAdminConsole();
  const [words, setWords] = useState("");
  const asked = { query: words === "" ? undefined : words, limit: 20, fields: "title,image_url,collections" };
  const query = useQuery({
    queryKey: ["products", "to add", asked],
    queryFn: ({ signal }) => admin.products.list({ query: asked, signal }),
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
          query={words}
          onAsk={setWords}
        />
      </Group>
      <Answered query={query} skeleton="table">
        {({ products }) =>
          products.length === 0 ? (
            <Text role="status">{nothing}</Text>
          ) : (
            <ul className={classes["found"]}>
              {products.map((product) => (
                <Found key={product.id} product={product} collection={collection} />
              ))}
            </ul>
          )
        }
      </Answered>
      <Group justify="flex-end">
        <Button onClick={onClose}>{done}</Button>
      </Group>
    </Stack>
  );
}

interface FoundProps {
  product: { id: number; title: string; image_url: string | null; collections: readonly { id: number }[] };
  collection: Collection;
}

function Found({ product, collection }: FoundProps) {
  const admin = useAdminConsole();
  const words = texts.collections.products;
  const add = useAction({
    run: () => admin.collects.create({ body: { product_id: product.id, collection_id: collection.id } }),
    // The line says it, where a toast would lie over the buttons.
    refresh: staleWithProducts,
  });
  const isIn = product.collections.some(({ id }) => id === collection.id);
  return (
    <li className={classes["line"]}>
      <ProductImage url={product.image_url} size={36} />
      <span className={classes["title"]}>{product.title}</span>
      <span role="status">
        {isIn && (
          <StatusBadge tone="good">
            <VisuallyHidden>{words.added({ name: product.title })}</VisuallyHidden>
            <span aria-hidden>{words.isAdded}</span>
          </StatusBadge>
        )}
      </span>
      {!isIn && (
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
