import { Button } from "@mantine/core";
import { EmptyState, ErrorState, LoadingState, PageFrame, Paging, usePlace } from "@souk/ui";
import { IconBox, IconSearch } from "@tabler/icons-react";
import { useLocations } from "../product/product-queries.ts";
import { InventoryFilters } from "./inventory-filters.tsx";
import { InventoryGrid } from "./inventory-grid.tsx";
import { useInventory } from "./inventory-queries.ts";
import { strings } from "./strings.ts";

/** The stock of the shop: a line for each variant, at all locations or with every quantity at one. */
export function InventoryPage() {
  const { at, page, go } = usePlace(["query", "location", "stock"]);
  const locations = useLocations();
  const stock = at.stock === "in" || at.stock === "out" ? at.stock : null;
  const inventory = useInventory({ query: at.query, stock, page });
  const isNarrowed = at.query !== "" || stock !== null;
  const failed = [locations, inventory].find((query) => query.isError && query.data === undefined);
  return (
    <PageFrame title={strings.title} wide>
      <InventoryFilters at={at} locations={locations.data ?? []} go={go} />
      {failed && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && (!inventory.data || !locations.data) && <LoadingState kind="table" />}
      {inventory.data && locations.data && inventory.data.products.length === 0 && (
        <NoInventory isNarrowed={isNarrowed} onClear={() => go({ query: "", stock: "" })} />
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
          <Paging label={strings.table} page={inventory.data} onPage={(next) => go({ page: next })} />
        </>
      )}
    </PageFrame>
  );
}

function NoInventory({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  const { empty, none } = strings;
  if (!isNarrowed)
    return (
      <EmptyState icon={IconBox} title={empty.title}>
        {empty.text}
      </EmptyState>
    );
  const clear = (
    <Button variant="default" onClick={onClear}>
      {none.showAll}
    </Button>
  );
  return (
    <EmptyState icon={IconSearch} title={none.title} action={clear}>
      {none.text}
    </EmptyState>
  );
}
