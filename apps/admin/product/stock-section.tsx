import { Text } from "@mantine/core";
import { QueryBoundary, Section } from "@souk/ui";
import { memo } from "react";
import { useLocations } from "../locations/location-queries.ts";
import { useLevels } from "../stock/stock-queries.ts";
import { texts } from "../texts.ts";
import type { Product } from "./product-queries.ts";
import { StockGrid } from "./stock-grid.tsx";

/** Show a section in which a product's stock at each location can be edited. */
export const StockSection = memo(function StockSection({ product }: { product: Product }) {
  const locationsQuery = useLocations();
  const levelsQuery = useLevels(product);
  const isTracked = product.inventory_management !== null;
  return (
    <Section title={texts.product.stock.title} lead={texts.product.stock.lead}>
      {!isTracked && (
        <Text size="sm" mb="sm">
          {texts.product.stock.untracked}
        </Text>
      )}
      <QueryBoundary query={locationsQuery} skeleton="table">
        {(locations) => (
          <QueryBoundary query={levelsQuery} skeleton="table">
            {(levels) => <StockGrid product={product} locations={locations} levels={levels} />}
          </QueryBoundary>
        )}
      </QueryBoundary>
    </Section>
  );
});
