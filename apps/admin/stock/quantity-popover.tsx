import { Popover } from "@mantine/core";
import { DialogHold, IdempotencyProvider, useHolds } from "@souk/ui";
import { type ReactNode, useState } from "react";
import classes from "./stock-grid.module.css";

interface QuantityPopoverProps {
  /** The quantity as text. */
  text: string;
  /** The button's accessible name, for people who do not see its row: the quantity and the action. */
  spoken: string;
  /** Whether the quantity is absent. */
  isNone?: boolean;
  /** The content below the quantity. */
  below?: ReactNode;
  form: (close: () => void) => ReactNode;
}

/** Show a quantity as a button that opens the form that changes it. */
export function QuantityPopover({ text, spoken, isNone = false, below, form }: QuantityPopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const { holder, isKept } = useHolds(isOpen);
  const change = (opened: boolean) => isKept || setOpen(opened);
  return (
    <IdempotencyProvider>
      <Popover
        opened={isOpen}
        onChange={change}
        position="bottom-end"
        width={320}
        shadow="md"
        trapFocus
        returnFocus
        // A form that somebody fills in stays visible when its button is scrolled out of view.
        hideDetached={false}
      >
        <Popover.Target>
          <button
            type="button"
            className={classes["quantity"]}
            data-none={isNone || undefined}
            aria-label={spoken}
            onClick={() => change(!isOpen)}
          >
            {text}
          </button>
        </Popover.Target>
        {below}
        <Popover.Dropdown>
          <DialogHold value={holder}>{form(() => setOpen(false))}</DialogHold>
        </Popover.Dropdown>
      </Popover>
    </IdempotencyProvider>
  );
}
