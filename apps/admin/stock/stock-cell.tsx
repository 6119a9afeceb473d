import { Anchor } from "@mantine/core";
import { AppLink, formatNumber } from "@souk/ui";
import type { Location } from "../locations/location-queries.ts";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { QuantityPopover } from "./quantity-popover.tsx";
import { StockForm, type VariantShown } from "./stock-form.tsx";
import classes from "./stock-grid.module.css";
import type { Level } from "./stock-queries.ts";

interface StockCellProps {
  productId: number;
  variant: VariantShown;
  location: Location;
  /** The level; undefined: the variant was never stocked there. */
  level: Level | undefined;
  /** Whether to omit the other quantities of the level. */
  isPlain?: boolean;
}

/** Show the stock of one variant at one location, with the form that changes it. */
export function StockCell({ productId, variant, location, level, isPlain }: StockCellProps) {
  const quantity = level?.inventory_quantity;
  const text = quantity === undefined ? "–" : formatNumber(quantity);
  const spoken = quantity === undefined ? texts.stock.cell.none : text;
  return (
    <QuantityPopover
      text={text}
      spoken={texts.stock.cell.spoken({ variant: variant.name, place: location.name, quantity: spoken })}
      isNone={quantity !== undefined && quantity <= 0}
      below={level && isPlain !== true && <OtherQuantities level={level} />}
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
              component={AppLink}
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

/** Show a level's quantities besides available, where there are any. */
function OtherQuantities({ level }: { level: Level }) {
  const { committed, incoming, reserved } = texts.stock.cell;
  const lines = [
    { count: level.committed_inventory_quantity, words: committed },
    { count: level.incoming_inventory_quantity, words: incoming },
    { count: level.reserved_inventory_quantity, words: reserved },
  ];
  return lines
    .filter(({ count }) => count !== 0)
    .map(({ count, words }) => {
      const text = words({ count: formatNumber(count) });
      return (
        <div key={text} className={classes["more"]}>
          {text}
        </div>
      );
    });
}
