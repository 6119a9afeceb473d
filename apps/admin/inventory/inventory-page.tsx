import {
  type AskPage,
  ErrorState,
  LoadingState,
  NoRecords,
  PageFrame,
  Paging,
  usePageInRange,
  usePlace,
} from "@souk/ui";
import { IconBox } from "@tabler/icons-react";
import { useLocations } from "../locations/location-queries.ts";
import { stocks } from "../products/products-search.ts";
import { InventoryFilters } from "./inventory-filters.tsx";
import { InventoryGrid } from "./inventory-grid.tsx";
import { useInventory } from "./inventory-queries.ts";
import { strings } from "./strings.ts";

/** The stock of the shop: a line for each variant, at all locations or with every quantity at one. */
export function InventoryPage() {
  const { at, page, go } = usePlace(["query", "location", "stock"]);
  const locations = useLocations();
  const stock = stocks.find((known) => known === at.stock) ?? null;
  const inventory = useInventory({ query: at.query, stock, page });
  const isNarrowed = at.query !== "" || stock !== null;
  const failed = [locations, inventory].find((query) => query.isError && query.data === undefined);
  const ask: AskPage = (next, how) => go({ page: next }, how);
  usePageInRange(inventory.isPlaceholderData ? undefined : inventory.data, ask);
  return (
    <PageFrame title={strings.title} wide>
      <InventoryFilters at={at} go={go} />
      {failed && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && (!inventory.data || !locations.data) && <LoadingState kind="table" />}
      {inventory.data && locations.data && inventory.data.products.length === 0 && (
        <NoRecords
          isNarrowed={isNarrowed}
          onShowAll={() => go({ query: "", stock: "" })}
          icon={IconBox}
          words={strings}
        />
      )}
      {inventory.data && locations.data && inventory.data.products.length > 0 && (
        <>
          <InventoryGrid
            products={inventory.data.products}
            levels={inventory.data.levels}
            locations={locations.data}
            only={locations.data.find(({ id }) => String(id) === at.location)}
            isOld={inventory.isPlaceholderData}
          />
          <Paging label={strings.table} page={inventory.data} onPage={ask} />
        </>
      )}
    </PageFrame>
  );
}
