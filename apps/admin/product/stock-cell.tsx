import { Anchor, Popover } from "@mantine/core";
import { AppLink, formatNumber, useStore } from "@souk/ui";
import { useState } from "react";
import type { Location } from "../locations/location-queries.ts";
import type { Level } from "./product-queries.ts";
import { StockForm, type VariantShown } from "./stock-form.tsx";
import classes from "./stock-grid.module.css";
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
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const quantity = level?.inventory_quantity;
  const text = quantity === undefined ? "–" : formatNumber(quantity);
  const spoken = quantity === undefined ? strings.stock.none : text;
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => isBusy || setOpen(opened)}
      position="bottom-end"
      width={320}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={classes["quantity"]}
          data-none={(quantity !== undefined && quantity <= 0) || undefined}
          aria-label={strings.stock.cell(variant.name, location.name, spoken)}
          onClick={() => setOpen(!isOpen)}
        >
          {text}
        </button>
      </Popover.Target>
      {level && isPlain !== true && <OtherQuantities level={level} />}
      <Popover.Dropdown>
        <StockForm
          productId={productId}
          variant={variant}
          location={location}
          quantity={quantity ?? 0}
          onBusy={setBusy}
          onClose={() => setOpen(false)}
        />
        {level && (
          <Anchor
            component={AppLink}
            className={classes["history"] ?? ""}
            to={`/${handle}/inventory/${productId}/${variant.id}/${location.id}`}
          >
            {strings.stock.history}
          </Anchor>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** What a level says beside what is available, where there is any. */
function OtherQuantities({ level }: { level: Level }) {
  const { committed, incoming, reserved } = strings.stock;
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
