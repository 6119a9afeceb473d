import { Text } from "@mantine/core";
import { Answered, Section } from "@souk/ui";
import { memo } from "react";
import { useLocations } from "../locations/location-queries.ts";
import { useLevels } from "../stock/stock-queries.ts";
import type { Product } from "./product-queries.ts";
import { StockGrid } from "./stock-grid.tsx";
import { strings } from "./strings.ts";

/** The stock of a product at each location, and the way to change it. */
export const StockSection = memo(function StockSection({ product }: { product: Product }) {
  const locations = useLocations();
  const levels = useLevels(product);
  const isCounted = product.inventory_management !== null;
  return (
    <Section title={strings.stock.title} lead={strings.stock.lead}>
      {!isCounted && (
        <Text size="sm" mb="sm">
          {strings.stock.untracked}
        </Text>
      )}
      <Answered query={locations} skeleton="table">
        {(places) => (
          <Answered query={levels} skeleton="table">
            {(some) => <StockGrid product={product} locations={places} levels={some} />}
          </Answered>
        )}
      </Answered>
    </Section>
  );
});
