import { Popover } from "@mantine/core";
import { formatNumber } from "@souk/ui";
import { useState } from "react";
import classes from "../product/stock-grid.module.css";
import { ReserveForm } from "./reserve-form.tsx";
import type { ReservedLevel } from "./reserved-level.ts";
import { strings } from "./strings.ts";

/** How many units of a level are held back from online selling; it opens the form that changes it. */
export function ReserveCell(props: ReservedLevel) {
  const { variant, location, quantity } = props;
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const text = formatNumber(quantity);
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
          aria-label={strings.reserve.cell(variant.name, location.name, text)}
          onClick={() => setOpen(!isOpen)}
        >
          {text}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <ReserveForm {...props} onBusy={setBusy} onClose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
