import { Anchor } from "@mantine/core";
import { formatNumber, PageLink } from "@souk/ui";
import type { Location } from "../locations/location-queries.ts";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { QuantityPopover } from "./quantity-popover.tsx";
import { StockForm, type StockVariant } from "./stock-form.tsx";
import classes from "./stock-grid.module.css";
import type { Level } from "./stock-queries.ts";

interface StockCellProps {
  productId: number;
  variant: StockVariant;
  location: Location;
  /** The stock level; undefined if the variant was never stocked at the location. */
  level: Level | undefined;
  /** Whether to show the committed, incoming and reserved quantities below the available quantity; by default true. */
  showsOtherQuantities?: boolean;
}

/** Show the stock of a variant at a location. Clicking the quantity opens the form that changes it. */
export function StockCell({
  productId,
  variant,
  location,
  level,
  showsOtherQuantities = true,
}: StockCellProps) {
  const quantity = level?.inventory_quantity;
  const text = quantity === undefined ? "–" : formatNumber(quantity);
  const accessibleQuantity = quantity === undefined ? texts.stock.cell.none : text;
  return (
    <QuantityPopover
      text={text}
      accessibleName={texts.stock.cell.accessibleName({
        variant: variant.name,
        location: location.name,
        quantity: accessibleQuantity,
      })}
      isOutOfStock={quantity !== undefined && quantity <= 0}
      below={level && showsOtherQuantities && <OtherQuantities level={level} />}
      form={(close) => (
        <>
          <StockForm
            productId={productId}
            variant={variant}
            location={location}
            quantity={quantity ?? 0}
            onClose={close}
          />
          {level && (
            <Anchor
              component={PageLink}
              className={classes["history"] ?? ""}
              to={toStorePage("/inventory/$product_id/$variant_id/$location_id", {
                product_id: productId,
                variant_id: variant.id,
                location_id: location.id,
              })}
            >
              {texts.stock.cell.history}
            </Anchor>
          )}
        </>
      )}
    />
  );
}

/** Show the committed, incoming and reserved quantities of a stock level, unless they are 0. */
function OtherQuantities({ level }: { level: Level }) {
  const { committed, incoming, reserved } = texts.stock.cell;
  const lines = [
    { count: level.committed_inventory_quantity, format: committed },
    { count: level.incoming_inventory_quantity, format: incoming },
    { count: level.reserved_inventory_quantity, format: reserved },
  ];
  return lines
    .filter(({ count }) => count !== 0)
    .map(({ count, format }) => {
      const text = format({ count: formatNumber(count) });
      return (
        <div key={text} className={classes["more"]}>
          {text}
        </div>
      );
    });
}
