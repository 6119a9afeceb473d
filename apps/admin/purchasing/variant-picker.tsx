import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { formatNumber, scrollingListProps, toast, useAdminConsole } from "@souk/ui";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { texts } from "../texts.ts";
import { getDocumentLineName } from "./document-draft.ts";
import { rankMatchingVariants } from "./rank-matching-variants.ts";

/** A variant that was picked, with the fields that a new line needs. */
export interface PickedVariant {
  variant_id: number;
  name: string;
  sku: string;
  /** The unit cost; empty if unknown. */
  cost: string;
}

/** The maximum number of variants in the list of search results. */
const maxShownVariants = 60;

function useVariants(searchText: string) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["products", "variants to pick", searchText],
    queryFn: async ({ signal }) => {
      const query = {
        limit: 20,
        fields: "title,variants",
        ...(searchText === "" ? {} : { query: searchText }),
      };
      const { products } = await admin.products.list({ query, signal });
      return products.flatMap(({ title, variants }) =>
        variants.map((variant) => ({
          variant_id: variant.id,
          name: getDocumentLineName({ product_name: title, variant_name: variant.name }),
          sku: variant.sku,
          barcode: variant.barcode,
          cost: variant.cost_price ?? "",
          stock: variant.inventory_quantity,
        })),
      );
    },
  });
}

/** Show a search field for variants. A person picks one of the found variants at a time. */
export function VariantPicker({
  addedIds,
  onPick,
}: {
  /** The ids of the variants that already have a line. The search does not offer these variants. */
  addedIds: ReadonlySet<number>;
  onPick: (variant: PickedVariant) => void;
}) {
  const [text, setText] = useState("");
  const [searchText] = useDebouncedValue(text.trim(), 250);
  const query = useVariants(searchText);
  // Don't show the results for the previous text, because pressing Enter would add one of them.
  const isOutdated = searchText !== text.trim();
  const matches = isOutdated ? [] : rankMatchingVariants(query.data ?? [], searchText);
  const addableVariants = matches.filter(({ variant_id }) => !addedIds.has(variant_id));
  const shownVariants = addableVariants.slice(0, maxShownVariants);
  const words = texts.purchasing.picker;
  const pick = (value: string | null) => {
    const variant = shownVariants.find(({ variant_id }) => String(variant_id) === value);
    if (!variant) return;
    const { variant_id, name, sku, cost } = variant;
    onPick({ variant_id, name, sku, cost });
    setText("");
    toast.note(words.added({ name: variant.name }));
  };
  const getEmptyMessage = () => {
    if (query.isError) return words.failed;
    if (isOutdated || query.isPending) return words.searching;
    return matches.length > 0 ? words.allAdded : words.nothing;
  };
  return (
    <Select
      label={words.label}
      placeholder={words.hint}
      searchable
      selectFirstOptionOnChange
      leftSection={<IconSearch size={16} aria-hidden />}
      value={null}
      searchValue={text}
      onSearchChange={setText}
      onChange={pick}
      filter={({ options }) => options}
      data={shownVariants.map(({ variant_id, name, sku, stock }) => ({
        value: String(variant_id),
        label: [name, sku, texts.purchasing.lines.inStock({ units: formatNumber(stock) })]
          .filter((part) => part !== "")
          .join(" · "),
      }))}
      nothingFoundMessage={getEmptyMessage()}
      {...(addableVariants.length > maxShownVariants ? { description: words.more } : {})}
      {...scrollingListProps}
    />
  );
}
