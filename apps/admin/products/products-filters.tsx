import { Button, Group, Select } from "@mantine/core";
import { SearchBox } from "@souk/ui";
import { IconFilter } from "@tabler/icons-react";
import { useId, useState } from "react";
import { MoreFilters } from "./more-filters.tsx";
import {
  moreFilters,
  type ProductsSearch,
  productsSorts,
  usualSort,
  visibilities,
} from "./products-search.ts";
import { strings } from "./strings.ts";
import type { ChangeSearch } from "./use-products-address.ts";

/** What narrows and sorts the list of products. */
export function ProductsFilters({ search, change }: { search: ProductsSearch; change: ChangeSearch }) {
  const id = useId();
  const used = moreFilters.filter((name) => search[name] !== undefined).length;
  const [isOpen, setOpen] = useState(used > 0);
  const all = { value: "all", label: strings.visibilities.all };
  const { filters } = strings;
  return (
    <>
      <Group align="flex-end" mb="md">
        <SearchBox
          label={strings.search}
          placeholder={strings.searchHint}
          clear={strings.clear}
          query={search.query ?? ""}
          onAsk={(words, how) => change({ query: words === "" ? undefined : words }, how)}
        />
        <Select
          label={strings.visibility}
          w={{ base: "100%", xs: 190 }}
          allowDeselect={false}
          value={search.visibility ?? all.value}
          data={[all, ...visibilities.map((value) => ({ value, label: strings.visibilities[value] }))]}
          onChange={(chosen) => change({ visibility: visibilities.find((known) => known === chosen) })}
        />
        <Select
          label={strings.sort}
          w={{ base: "100%", xs: 220 }}
          allowDeselect={false}
          value={search.sort ?? usualSort}
          data={productsSorts.map((value) => ({ value, label: strings.sorts[value] }))}
          onChange={(chosen) => change({ sort: productsSorts.find((known) => known === chosen) })}
        />
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {used === 0 ? filters.more : filters.moreWith(used)}
        </Button>
      </Group>
      <div id={id} hidden={!isOpen}>
        {isOpen && <MoreFilters search={search} change={change} isUsed={used > 0} />}
      </div>
    </>
  );
}
