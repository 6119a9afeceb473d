import { Section } from "@souk/ui";
import { buildMovementColumns } from "../stock/movement-columns.tsx";
import { MovementsTable } from "../stock/movements-table.tsx";
import { StockChart } from "../stock/stock-chart.tsx";
import { buildStockPoints } from "../stock/stock-points.ts";
import { texts } from "../texts.ts";
import { useLevel, useLevelMovements } from "./inventory-queries.ts";
import type { LevelProps } from "./level-quantities.tsx";

/** Show the history of a stock level as a chart and as a table. */
export function LevelMovements({ product, variant, location }: LevelProps) {
  const levelKey = { variant_id: variant.id, location_id: location.id };
  const query = useLevelMovements(levelKey);
  const { data } = useLevel(levelKey);
  const movements = query.data?.pages.flatMap((page) => page.inventory_movements) ?? [];
  const currentQuantity = data?.level?.inventory_quantity;
  const points = currentQuantity === undefined ? [] : buildStockPoints(movements, currentQuantity);
  const shownColumnIds = new Set(["when", "change", "result", "reason", "who"]);
  const columns = buildMovementColumns(product, [location]).filter(({ id }) => shownColumnIds.has(id));
  const words = texts.inventory.level;
  return (
    <>
      {currentQuantity !== undefined && points.length > 0 && (
        <Section title={words.chart} lead={words.chartLead({ count: movements.length })}>
          <StockChart points={points} currentQuantity={currentQuantity} />
        </Section>
      )}
      <MovementsTable query={query} columns={columns} />
    </>
  );
}
