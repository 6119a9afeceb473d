import { formatNumber } from "@souk/ui";
import { QuantityPopover } from "../stock/quantity-popover.tsx";
import { ReserveForm } from "./reserve-form.tsx";
import type { ReservedLevel } from "./reserved-level.ts";
import { strings } from "./strings.ts";

/** How many units of a level are held back from online selling; it opens the form that changes it. */
export function ReserveCell(level: ReservedLevel) {
  const { variant, location, quantity } = level;
  const text = formatNumber(quantity);
  return (
    <QuantityPopover
      text={text}
      spoken={strings.reserve.cell(variant.name, location.name, text)}
      form={(close) => <ReserveForm {...level} onClose={close} />}
    />
  );
}
