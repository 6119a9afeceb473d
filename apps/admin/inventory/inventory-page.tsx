import {
  ErrorState,
  LoadingState,
  NoRecords,
  PageFrame,
  Paging,
  useLastPageRedirect,
  useList,
} from "@souk/ui";
import { IconBox } from "@tabler/icons-react";
import { EditGate } from "../edit-gate.tsx";
import { useLocations } from "../locations/location-queries.ts";
import { texts } from "../texts.ts";
import { InventoryFilters } from "./inventory-filters.tsx";
import { InventoryGrid } from "./inventory-grid.tsx";
import { inventoryList, useInventory } from "./inventory-queries.ts";

/**
 * Show the stock of the store's variants: the available quantity at every location, or, if a location is selected, all
 * quantities there.
 */
export function InventoryPage() {
  const list = useList(inventoryList);
  const { filters } = list;
  const locations = useLocations();
  const inventory = useInventory(list.query);
  // The location filter is left out because it changes only the columns, not which products are listed.
  const isFiltered = filters.query !== "" || filters.stock !== "";
  const failedQuery = [locations, inventory].find((query) => query.isError && query.data === undefined);
  useLastPageRedirect(inventory.isPlaceholderData ? undefined : inventory.data, list.goToPage);
  return (
    <PageFrame title={texts.inventory.title} wide>
      <InventoryFilters list={list} />
      {failedQuery && <ErrorState error={failedQuery.error} onRetry={() => void failedQuery.refetch()} />}
      {!failedQuery && (!inventory.data || !locations.data) && <LoadingState kind="table" />}
      {inventory.data && locations.data && inventory.data.products.length === 0 && (
        <NoRecords
          isFiltered={isFiltered}
          onShowAll={() => list.setFilters({ query: "", stock: "" })}
          icon={IconBox}
          words={texts.inventory}
        />
      )}
      {inventory.data && locations.data && inventory.data.products.length > 0 && (
        <>
          <EditGate requiredRight="stock.set">
            <InventoryGrid
              products={inventory.data.products}
              levels={inventory.data.levels}
              locations={locations.data}
              selectedLocation={locations.data.find(({ id }) => String(id) === filters.location)}
              isPreviousData={inventory.isPlaceholderData}
            />
          </EditGate>
          <Paging label={texts.inventory.table} page={inventory.data} onPage={list.goToPage} />
        </>
      )}
    </PageFrame>
  );
}
