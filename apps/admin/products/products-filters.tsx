import { Button, Group, Select } from "@mantine/core";
import { ListSearch, ListSelect } from "@souk/ui";
import { IconFilter } from "@tabler/icons-react";
import { useId, useState } from "react";
import { texts } from "../texts.ts";
import { MoreFilters, moreFilters } from "./more-filters.tsx";
import { type ProductsList, productsSorts, visibilities } from "./products-list.ts";

/** Show the filters and the sort order of the list of products. */
export function ProductsFilters({ list }: { list: ProductsList }) {
  const id = useId();
  const used = moreFilters.filter((name) => list.filters[name] !== "").length;
  const [isOpen, setOpen] = useState(used > 0);
  const { filters } = texts.products;
  return (
    <>
      <Group align="flex-end" mb="md">
        <ListSearch list={list} name="query" words={texts.products} />
        <ListSelect
          list={list}
          name="visibility"
          label={texts.products.visibility}
          all={texts.products.visibilities.all}
          choices={visibilities.map((value) => ({ value, label: texts.products.visibilities[value] }))}
        />
        <Select
          label={texts.products.sort}
          w={{ base: "100%", xs: 220 }}
          allowDeselect={false}
          value={list.sort ?? null}
          data={productsSorts.map((value) => ({ value, label: texts.products.sorts[value] }))}
          onChange={(chosen) => list.setSort(chosen ?? "")}
        />
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {used === 0 ? filters.more : filters.moreWith({ count: used })}
        </Button>
      </Group>
      <div id={id} hidden={!isOpen}>
        {isOpen && <MoreFilters list={list} isUsed={used > 0} />}
      </div>
    </>
  );
}
