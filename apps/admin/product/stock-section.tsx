import { Text } from "@mantine/core";
import { Answered, Section } from "@souk/ui";
import { memo } from "react";
import { useLocations } from "../locations/location-queries.ts";
import { useLevels } from "../stock/stock-queries.ts";
import { texts } from "../texts.ts";
import type { Product } from "./product-queries.ts";
import { StockGrid } from "./stock-grid.tsx";

/** The section of a product's stock at each location, where it can be changed. */
export const StockSection = memo(function StockSection({ product }: { product: Product }) {
  const locations = useLocations();
  const levels = useLevels(product);
  const isCounted = product.inventory_management !== null;
  return (
    <Section title={texts.product.stock.title} lead={texts.product.stock.lead}>
      {!isCounted && (
        <Text size="sm" mb="sm">
          {texts.product.stock.untracked}
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
