import { ErrorState, LoadingState, NoRecords, PageFrame, Paging, useList, usePageInRange } from "@souk/ui";
import { IconBox } from "@tabler/icons-react";
import { useLocations } from "../locations/location-queries.ts";
import { texts } from "../texts.ts";
import { InventoryFilters } from "./inventory-filters.tsx";
import { InventoryGrid } from "./inventory-grid.tsx";
import { inventoryList, useInventory } from "./inventory-queries.ts";

/** Show the store's stock: a line for each variant, at all locations or with every quantity at one. */
export function InventoryPage() {
  const list = useList(inventoryList);
  const { filters } = list;
  const locations = useLocations();
  const inventory = useInventory(list.query);
  // A location changes the columns, not which products are listed.
  const isNarrowed = filters.query !== "" || filters.stock !== "";
  const failed = [locations, inventory].find((query) => query.isError && query.data === undefined);
  usePageInRange(inventory.isPlaceholderData ? undefined : inventory.data, list.goToPage);
  return (
    <PageFrame title={texts.inventory.title} wide>
      <InventoryFilters list={list} />
      {failed && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && (!inventory.data || !locations.data) && <LoadingState kind="table" />}
      {inventory.data && locations.data && inventory.data.products.length === 0 && (
        <NoRecords
          isNarrowed={isNarrowed}
          onShowAll={() => list.setFilters({ query: "", stock: "" })}
          icon={IconBox}
          words={texts.inventory}
        />
      )}
      {inventory.data && locations.data && inventory.data.products.length > 0 && (
        <>
          <InventoryGrid
            products={inventory.data.products}
            levels={inventory.data.levels}
            locations={locations.data}
            only={locations.data.find(({ id }) => String(id) === filters.location)}
            isOld={inventory.isPlaceholderData}
          />
          <Paging label={texts.inventory.table} page={inventory.data} onPage={list.goToPage} />
        </>
      )}
    </PageFrame>
  );
}
