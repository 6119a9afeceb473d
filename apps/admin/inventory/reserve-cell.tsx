import { formatNumber } from "@souk/ui";
import { QuantityPopover } from "../stock/quantity-popover.tsx";
import { texts } from "../texts.ts";
import { type ReservedLevel, ReserveForm } from "./reserve-form.tsx";

/** Show how many units of a stock level are reserved. Clicking the quantity opens the form that changes it. */
export function ReserveCell(level: ReservedLevel) {
  const { variant, location, quantity } = level;
  const text = formatNumber(quantity);
  return (
    <QuantityPopover
      text={text}
      accessibleName={texts.inventory.reserve.cell({
        variant: variant.name,
        location: location.name,
        quantity: text,
      })}
      form={(close) => <ReserveForm {...level} onClose={close} />}
    />
  );
}
