import { Section } from "@souk/ui";
import { movementColumns } from "../stock/movement-columns.tsx";
import { MovementsTable } from "../stock/movements-table.tsx";
import { runningTotal } from "../stock/running-total.ts";
import { StockLine } from "../stock/stock-line.tsx";
import { texts } from "../texts.ts";
import { useLevel, useLevelMovements } from "./inventory-queries.ts";
import type { LevelProps } from "./level-figures.tsx";

/** Show the history of one level as a chart and line by line. */
export function LevelMovements({ product, variant, location }: LevelProps) {
  const place = { variant_id: variant.id, location_id: location.id };
  const query = useLevelMovements(place);
  const { data } = useLevel(place);
  const movements = query.data?.pages.flatMap((page) => page.inventory_movements) ?? [];
  const total = data?.level?.inventory_quantity;
  const points = total === undefined ? [] : runningTotal(movements, total);
  const shown = new Set(["when", "change", "result", "reason", "who"]);
  const columns = movementColumns(product, [location]).filter(({ id }) => shown.has(id));
  const { level } = texts.inventory;
  return (
    <>
      {total !== undefined && points.length > 0 && (
        <Section title={level.chart} lead={level.chartLead({ count: movements.length })}>
          <StockLine points={points} total={total} />
        </Section>
      )}
      <MovementsTable query={query} columns={columns} />
    </>
  );
}
