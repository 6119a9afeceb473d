import { formatNumber, Metrics, QueryBoundary, Section } from "@souk/ui";
import type { Location } from "../locations/location-queries.ts";
import type { Product, Variant } from "../product/product-queries.ts";
import { StockCell } from "../stock/stock-cell.tsx";
import type { Level } from "../stock/stock-queries.ts";
import { texts } from "../texts.ts";
import { computeAvailableOnline } from "./available-online.ts";
import { useLevel } from "./inventory-queries.ts";
import { ReserveCell } from "./reserve-cell.tsx";
import { getFullVariantName } from "./stocked-variant.ts";

export interface LevelProps {
  product: Product;
  variant: Variant;
  location: Location;
}

/** Show the quantities of a stock level. The available and reserved quantities can be edited. */
export function LevelQuantities({ product, variant, location }: LevelProps) {
  const query = useLevel({ variant_id: variant.id, location_id: location.id });
  const name = getFullVariantName({ product, variant });
  const { quantities, neverStocked } = texts.inventory.level;
  const buildMetrics = (level: Level | null) => [
    {
      label: quantities.available,
      value: (
        <StockCell
          productId={product.id}
          location={location}
          variant={{ id: variant.id, name, policy: variant.inventory_policy }}
          level={level ?? undefined}
          showsOtherQuantities={false}
        />
      ),
    },
    { label: quantities.committed, value: formatNumber(level?.committed_inventory_quantity ?? 0) },
    { label: quantities.incoming, value: formatNumber(level?.incoming_inventory_quantity ?? 0) },
    {
      label: quantities.reserved,
      value: (
        <ReserveCell
          location={location}
          variant={{ id: variant.id, name }}
          quantity={level?.reserved_inventory_quantity ?? 0}
        />
      ),
    },
    { label: quantities.online, value: formatNumber(computeAvailableOnline(level)) },
  ];
  return (
    <Section title={location.name}>
      <QueryBoundary query={query} skeleton="text">
        {({ level }) => (
          <>
            {level === null && <p>{neverStocked}</p>}
            <Metrics metrics={buildMetrics(level)} />
          </>
        )}
      </QueryBoundary>
    </Section>
  );
}
