import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { formatNumber, scrollingLines, toast, useAdminConsole } from "@souk/ui";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { texts } from "../texts.ts";
import { lineName } from "./document-draft.ts";
import { meantVariants } from "./meant-variants.ts";

export interface PickedVariant {
  variant_id: number;
  name: string;
  sku: string;
  /** The cost of a unit, as far as the store knows it. */
  cost: string;
}

const maxShown = 60;

function useVariants(words: string) {
  const admin = useAdminConsole();
  return useQuery({
    queryKey: ["products", "variants to pick", words],
    queryFn: async ({ signal }) => {
      const query = { limit: 20, fields: "title,variants", ...(words === "" ? {} : { query: words }) };
      const { products } = await admin.products.list({ query, signal });
      return products.flatMap(({ title, variants }) =>
        variants.map((variant) => ({
          variant_id: variant.id,
          name: lineName({ product_name: title, variant_name: variant.name }),
          sku: variant.sku,
          barcode: variant.barcode,
          cost: variant.cost_price ?? "",
          stock: variant.inventory_quantity,
        })),
      );
    },
  });
}

/** Show a search that finds variants and adds them, one after another. */
export function VariantPicker({
  taken,
  onPick,
}: {
  taken: ReadonlySet<number>;
  onPick: (variant: PickedVariant) => void;
}) {
  const [text, setText] = useState("");
  const [words] = useDebouncedValue(text.trim(), 250);
  const query = useVariants(words);
  // What was found for former words is not what these mean: Enter must not add it.
  const isLate = words !== text.trim();
  const known = isLate ? [] : meantVariants(query.data ?? [], words);
  const found = known.filter(({ variant_id }) => !taken.has(variant_id));
  const shown = found.slice(0, maxShown);
  const { picker, lines } = texts.purchasing;
  const pick = (value: string | null) => {
    const variant = shown.find(({ variant_id }) => String(variant_id) === value);
    if (!variant) return;
    const { variant_id, name, sku, cost } = variant;
    onPick({ variant_id, name, sku, cost });
    setText("");
    toast.note(picker.added({ name: variant.name }));
  };
  const whyNothing = query.isError
    ? picker.failed
    : isLate || query.isPending
      ? picker.searching
      : known.length > 0
        ? picker.allAdded
        : picker.nothing;
  return (
    <Select
      label={picker.label}
      placeholder={picker.hint}
      searchable
      selectFirstOptionOnChange
      leftSection={<IconSearch size={16} aria-hidden />}
      value={null}
      searchValue={text}
      onSearchChange={setText}
      onChange={pick}
      filter={({ options }) => options}
      data={shown.map(({ variant_id, name, sku, stock }) => ({
        value: String(variant_id),
        label: [name, sku, lines.inStock({ units: formatNumber(stock) })]
          .filter((part) => part !== "")
          .join(" · "),
      }))}
      nothingFoundMessage={whyNothing}
      {...(found.length > maxShown ? { description: picker.more } : {})}
      {...scrollingLines}
    />
  );
}
