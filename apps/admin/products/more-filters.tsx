import { Button, Card, SimpleGrid, TextInput } from "@mantine/core";
import { ListSelect } from "@souk/ui";
import { useEffect, useState } from "react";
import { CollectionSelect } from "../collections/collection-select.tsx";
import { texts } from "../texts.ts";
import { type ProductsList, stocks } from "./products-list.ts";
import { TagInput } from "./tag-input.tsx";

/** The filters behind the "more" button. */
export const moreFilters = ["collection", "stock", "vendor", "brand", "type", "tag"] as const;

interface MoreFiltersProps {
  list: ProductsList;
  isUsed: boolean;
}

const none = Object.fromEntries(moreFilters.map((name) => [name, ""]));

/** Show the less common filters: collection, stock, vendor, brand, type and tag. */
export function MoreFilters({ list, isUsed }: MoreFiltersProps) {
  const { filters } = texts.products;
  return (
    <Card mb="md">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        <CollectionSelect
          label={filters.collection}
          value={list.filters.collection === "" ? null : Number(list.filters.collection)}
          onChange={(id) => list.setFilters({ collection: id === null ? "" : String(id) })}
        />
        <ListSelect
          list={list}
          name="stock"
          label={filters.stock}
          all={filters.stocks.all}
          choices={stocks.map((value) => ({ value, label: filters.stocks[value] }))}
        />
        <TextFilterInput name="tag" list={list} />
        <TextFilterInput name="vendor" list={list} />
        <TextFilterInput name="brand" list={list} />
        <TextFilterInput name="type" list={list} />
      </SimpleGrid>
      {isUsed && (
        <Button variant="subtle" size="compact-sm" mt="md" onClick={() => list.setFilters(none)}>
          {filters.clear}
        </Button>
      )}
    </Card>
  );
}

/** Show a filter that matches the exact text. It applies when the field is left, or with Enter. */
function TextFilterInput({ name, list }: { name: "vendor" | "brand" | "type" | "tag"; list: ProductsList }) {
  const present = list.filters[name];
  const [text, setText] = useState(present);
  useEffect(() => setText(present), [present]);
  const ask = (words: string) => {
    if (words.trim() !== present) list.setFilters({ [name]: words.trim() });
  };
  const label = texts.products.filters[name];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        ask(text);
      }}
      onBlur={() => ask(text)}
    >
      {name === "tag" ? (
        <TagInput label={label} value={text} onChange={setText} />
      ) : (
        <TextInput
          label={label}
          placeholder={texts.products.filters.exact}
          maxLength={255}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
    </form>
  );
}
