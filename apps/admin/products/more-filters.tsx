import { Button, Card, SimpleGrid, TextInput } from "@mantine/core";
import { ListSelect } from "@souk/ui";
import { useEffect, useState } from "react";
import { CollectionSelect } from "../collections/collection-select.tsx";
import { texts } from "../texts.ts";
import { type ProductsList, stockFilterValues } from "./products-list.ts";
import { TagInput } from "./tag-input.tsx";

/** The names of the filters that the Filters button shows. */
export const moreFilterNames = ["collection", "stock", "vendor", "brand", "type", "tag"] as const;

interface MoreFiltersProps {
  list: ProductsList;
  hasActiveFilter: boolean;
}

const clearedFilters = Object.fromEntries(moreFilterNames.map((name) => [name, ""]));

/** Show the less common filters: collection, stock, vendor, brand, type and tag. */
export function MoreFilters({ list, hasActiveFilter }: MoreFiltersProps) {
  const filterWords = texts.products.filters;
  return (
    <Card mb="md">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        <CollectionSelect
          label={filterWords.collection}
          value={list.filters.collection === "" ? null : Number(list.filters.collection)}
          onChange={(id) => list.setFilters({ collection: id === null ? "" : String(id) })}
        />
        <ListSelect
          list={list}
          name="stock"
          label={filterWords.stock}
          allLabel={filterWords.stocks.all}
          choices={stockFilterValues.map((value) => ({ value, label: filterWords.stocks[value] }))}
        />
        <TextFilterInput name="tag" list={list} />
        <TextFilterInput name="vendor" list={list} />
        <TextFilterInput name="brand" list={list} />
        <TextFilterInput name="type" list={list} />
      </SimpleGrid>
      {hasActiveFilter && (
        <Button variant="subtle" size="compact-sm" mt="md" onClick={() => list.setFilters(clearedFilters)}>
          {filterWords.clear}
        </Button>
      )}
    </Card>
  );
}

/** Show a filter that matches an exact text. It is applied when the input loses the focus or Enter is pressed. */
function TextFilterInput({ name, list }: { name: "vendor" | "brand" | "type" | "tag"; list: ProductsList }) {
  const currentValue = list.filters[name];
  const [text, setText] = useState(currentValue);
  useEffect(() => setText(currentValue), [currentValue]);
  const applyFilter = (newText: string) => {
    if (newText.trim() !== currentValue) list.setFilters({ [name]: newText.trim() });
  };
  const label = texts.products.filters[name];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        applyFilter(text);
      }}
      onBlur={() => applyFilter(text)}
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
