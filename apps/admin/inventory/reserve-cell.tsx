import { formatNumber } from "@souk/ui";
import { QuantityPopover } from "../stock/quantity-popover.tsx";
import { texts } from "../texts.ts";
import { type ReservedLevel, ReserveForm } from "./reserve-form.tsx";

/** Show how many units of a level are reserved from online selling, with the form that changes it. */
export function ReserveCell(level: ReservedLevel) {
  const { variant, location, quantity } = level;
  const text = formatNumber(quantity);
  return (
    <QuantityPopover
      text={text}
      spoken={texts.inventory.reserve.cell({ variant: variant.name, place: location.name, quantity: text })}
      form={(close) => <ReserveForm {...level} onClose={close} />}
    />
  );
}
