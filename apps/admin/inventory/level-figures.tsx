import { Answered, Figures, formatNumber, Section } from "@souk/ui";
import type { Location } from "../locations/location-queries.ts";
import type { Product, Variant } from "../product/product-queries.ts";
import { StockCell } from "../stock/stock-cell.tsx";
import type { Level } from "../stock/stock-queries.ts";
import { texts } from "../texts.ts";
import { useLevel } from "./inventory-queries.ts";
import { ReserveCell } from "./reserve-cell.tsx";
import { soldOnline } from "./sold-online.ts";
import { fullName } from "./stocked-variant.ts";

export interface LevelProps {
  product: Product;
  variant: Variant;
  location: Location;
}

/** Show the quantities of a level; available and reserved can be changed. */
export function LevelFigures({ product, variant, location }: LevelProps) {
  const query = useLevel({ variant_id: variant.id, location_id: location.id });
  const name = fullName({ product, variant });
  const { figures, never } = texts.inventory.level;
  const shown = (level: Level | null) => [
    {
      label: figures.available,
      value: (
        <StockCell
          productId={product.id}
          location={location}
          variant={{ id: variant.id, name, policy: variant.inventory_policy }}
          level={level ?? undefined}
          isPlain
        />
      ),
    },
    { label: figures.committed, value: formatNumber(level?.committed_inventory_quantity ?? 0) },
    { label: figures.incoming, value: formatNumber(level?.incoming_inventory_quantity ?? 0) },
    {
      label: figures.reserved,
      value: (
        <ReserveCell
          location={location}
          variant={{ id: variant.id, name }}
          quantity={level?.reserved_inventory_quantity ?? 0}
        />
      ),
    },
    { label: figures.online, value: formatNumber(soldOnline(level)) },
  ];
  return (
    <Section title={location.name}>
      <Answered query={query} skeleton="text">
        {({ level }) => (
          <>
            {level === null && <p>{never}</p>}
            <Figures figures={shown(level)} />
          </>
        )}
      </Answered>
    </Section>
  );
}
