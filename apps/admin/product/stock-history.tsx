import { Section } from "@souk/ui";
import { memo } from "react";
import { useLocations } from "../locations/location-queries.ts";
import { buildMovementColumns } from "../stock/movement-columns.tsx";
import { MovementsTable } from "../stock/movements-table.tsx";
import { StockChart } from "../stock/stock-chart.tsx";
import { buildStockPoints } from "../stock/stock-points.ts";
import { useLevels, useMovements } from "../stock/stock-queries.ts";
import { texts } from "../texts.ts";
import type { Product } from "./product-queries.ts";

/** Show the history of a product's stock as a chart and as a table. */
export const StockHistory = memo(function StockHistory({ product }: { product: Product }) {
  const query = useMovements(product);
  const { data: levels } = useLevels(product);
  const { data: locations = [] } = useLocations();
  const movements = query.data?.pages.flatMap((page) => page.inventory_movements) ?? [];
  const currentQuantity = levels?.reduce((sum, level) => sum + level.inventory_quantity, 0);
  const points = currentQuantity === undefined ? [] : buildStockPoints(movements, currentQuantity);
  return (
    <>
      {currentQuantity !== undefined && points.length > 0 && (
        <Section title={texts.product.chart.title} lead={texts.product.chart.lead}>
          <StockChart points={points} currentQuantity={currentQuantity} />
        </Section>
      )}
      <MovementsTable query={query} columns={buildMovementColumns(product, locations)} />
    </>
  );
});
