import { Button, Group, Select } from "@mantine/core";
import { ListSearch, ListSelect } from "@souk/ui";
import { IconFilter } from "@tabler/icons-react";
import { useId, useState } from "react";
import { texts } from "../texts.ts";
import { MoreFilters, moreFilterNames } from "./more-filters.tsx";
import { type ProductsList, productSorts, visibilityValues } from "./products-list.ts";

/** Show the filters and sort options of the product list. */
export function ProductsFilters({ list }: { list: ProductsList }) {
  const id = useId();
  const activeCount = moreFilterNames.filter((name) => list.filters[name] !== "").length;
  const [isOpen, setOpen] = useState(activeCount > 0);
  const filterWords = texts.products.filters;
  return (
    <>
      <Group align="flex-end" mb="md">
        <ListSearch list={list} name="query" words={texts.products} />
        <ListSelect
          list={list}
          name="visibility"
          label={texts.products.visibility}
          allLabel={texts.products.visibilities.all}
          choices={visibilityValues.map((value) => ({ value, label: texts.products.visibilities[value] }))}
        />
        <Select
          label={texts.products.sort}
          w={{ base: "100%", xs: 220 }}
          allowDeselect={false}
          value={list.sort ?? null}
          data={productSorts.map((value) => ({ value, label: texts.products.sorts[value] }))}
          onChange={(selectedSort) => list.setSort(selectedSort ?? "")}
        />
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {activeCount === 0 ? filterWords.more : filterWords.moreWith({ count: activeCount })}
        </Button>
      </Group>
      <div id={id} hidden={!isOpen}>
        {isOpen && <MoreFilters list={list} hasActiveFilter={activeCount > 0} />}
      </div>
    </>
  );
}
