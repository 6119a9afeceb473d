import { Group, Select } from "@mantine/core";
import { SearchBox } from "@souk/ui";
import type { Location } from "../product/product-queries.ts";
import { strings } from "./strings.ts";

interface InventoryFiltersProps {
  at: Readonly<Record<"query" | "location" | "stock", string>>;
  locations: readonly Location[];
  go: (change: Partial<Record<"query" | "location" | "stock", string>>) => void;
}

/** What narrows the inventory: words, a location, whether there is stock. */
export function InventoryFilters({ at, locations, go }: InventoryFiltersProps) {
  return (
    <Group align="flex-end" mb="md">
      <SearchBox
        label={strings.search}
        placeholder={strings.searchHint}
        clear={strings.clear}
        query={at.query}
        onAsk={(query) => go({ query })}
      />
      <Select
        label={strings.location}
        w={{ base: "100%", xs: 220 }}
        allowDeselect={false}
        searchable
        value={at.location}
        data={[
          { value: "", label: strings.everywhere },
          ...locations.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(chosen) => go({ location: chosen ?? "" })}
      />
      <Select
        label={strings.stock}
        w={{ base: "100%", xs: 170 }}
        allowDeselect={false}
        value={at.stock}
        data={[
          { value: "", label: strings.stocks.all },
          { value: "in", label: strings.stocks.in },
          { value: "out", label: strings.stocks.out },
        ]}
        onChange={(chosen) => go({ stock: chosen ?? "" })}
      />
    </Group>
  );
}
