import { Anchor } from "@mantine/core";
import { AppLink, formatNumber, useStore } from "@souk/ui";
import type { Location } from "../locations/location-queries.ts";
import { QuantityPopover } from "./quantity-popover.tsx";
import { StockForm, type VariantShown } from "./stock-form.tsx";
import classes from "./stock-grid.module.css";
import type { Level } from "./stock-queries.ts";
import { strings } from "./strings.ts";

interface StockCellProps {
  productId: number;
  variant: VariantShown;
  location: Location;
  /** Undefined: the variant was never stocked there. */
  level: Level | undefined;
  /** Without the other quantities of the level. */
  isPlain?: boolean;
}

/** The stock of one variant at one location; it opens the form that changes it. */
export function StockCell({ productId, variant, location, level, isPlain }: StockCellProps) {
  const { handle } = useStore();
  const quantity = level?.inventory_quantity;
  const text = quantity === undefined ? "–" : formatNumber(quantity);
  const spoken = quantity === undefined ? strings.cell.none : text;
  return (
    <QuantityPopover
      text={text}
      spoken={strings.cell.spoken(variant.name, location.name, spoken)}
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
              to={`/${handle}/inventory/${productId}/${variant.id}/${location.id}`}
            >
              {strings.cell.history}
            </Anchor>
          )}
        </>
      )}
    />
  );
}

/** What a level says beside what is available, where there is any. */
function OtherQuantities({ level }: { level: Level }) {
  const { committed, incoming, reserved } = strings.cell;
  const lines = [
    { count: level.committed_inventory_quantity, words: committed },
    { count: level.incoming_inventory_quantity, words: incoming },
    { count: level.reserved_inventory_quantity, words: reserved },
  ];
  return lines
    .filter(({ count }) => count !== 0)
    .map(({ count, words }) => {
      const text = words(formatNumber(count));
      return (
        <div key={text} className={classes["more"]}>
          {text}
        </div>
      );
    });
}
