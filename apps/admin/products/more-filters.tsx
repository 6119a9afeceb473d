import { Button, Card, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { CollectionSelect } from "../collections/collection-select.tsx";
import { moreFilters, type ProductsSearch, stocks, type TextFilter } from "./products-search.ts";
import { strings } from "./strings.ts";
import { TagInput } from "./tag-input.tsx";
import type { ChangeSearch } from "./use-products-address.ts";

interface MoreFiltersProps {
  search: ProductsSearch;
  change: ChangeSearch;
  isUsed: boolean;
}

const none = Object.fromEntries(moreFilters.map((name) => [name, undefined]));

/** The filters that few need: collection, stock, vendor, brand, kind and tag. */
export function MoreFilters({ search, change, isUsed }: MoreFiltersProps) {
  const { filters } = strings;
  const all = { value: "all", label: filters.stocks.all };
  return (
    <Card mb="md">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        <CollectionSelect
          label={filters.collection}
          value={search.collection ?? null}
          onChange={(id) => change({ collection: id ?? undefined })}
        />
        <Select
          label={filters.stock}
          allowDeselect={false}
          value={search.stock ?? all.value}
          data={[all, ...stocks.map((value) => ({ value, label: filters.stocks[value] }))]}
          onChange={(chosen) => change({ stock: stocks.find((known) => known === chosen) })}
        />
        <TextFilterInput name="tag" search={search} change={change} />
        <TextFilterInput name="vendor" search={search} change={change} />
        <TextFilterInput name="brand" search={search} change={change} />
        <TextFilterInput name="type" search={search} change={change} />
      </SimpleGrid>
      {isUsed && (
        <Button variant="subtle" size="compact-sm" mt="md" onClick={() => change(none)}>
          {filters.clear}
        </Button>
      )}
    </Card>
  );
}

/** A filter that takes the word as the products have it. It counts when the field is left, or with Enter. */
function TextFilterInput({ name, search, change }: Omit<MoreFiltersProps, "isUsed"> & { name: TextFilter }) {
  const present = search[name] ?? "";
  const [text, setText] = useState(present);
  useEffect(() => setText(present), [present]);
  const ask = (words: string) => {
    if (words.trim() !== present) change({ [name]: words.trim() === "" ? undefined : words.trim() });
  };
  const label = strings.filters[name];
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
          placeholder={strings.filters.exact}
          maxLength={255}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
    </form>
  );
}
