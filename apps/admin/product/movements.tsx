import { Section } from "@souk/ui";
import { memo } from "react";
import { useLocations } from "../locations/location-queries.ts";
import { movementColumns } from "./movement-columns.tsx";
import { MovementsTable } from "./movements-table.tsx";
import { type Product, useLevels, useMovements } from "./product-queries.ts";
import { runningTotal } from "./running-total.ts";
import { StockLine } from "./stock-line.tsx";
import { strings } from "./strings.ts";

/** How a product's stock came about: drawn over time, and line by line. */
export const Movements = memo(function Movements({ product }: { product: Product }) {
  const query = useMovements(product);
  const { data: levels } = useLevels(product);
  const { data: locations = [] } = useLocations();
  const movements = query.data?.pages.flatMap((page) => page.inventory_movements) ?? [];
  const total = levels?.reduce((sum, level) => sum + level.inventory_quantity, 0);
  const points = total === undefined ? [] : runningTotal(movements, total);
  return (
    <>
      {total !== undefined && points.length > 0 && (
        <Section title={strings.line.title} lead={strings.line.lead}>
          <StockLine points={points} total={total} />
        </Section>
      )}
      <MovementsTable query={query} columns={movementColumns(product, locations)} />
    </>
  );
});
