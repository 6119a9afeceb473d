import { Popover } from "@mantine/core";
import { DialogHold, KeptWishes, useHolds } from "@souk/ui";
import { type ReactNode, useState } from "react";
import classes from "./stock-grid.module.css";

interface QuantityPopoverProps {
  /** The quantity as it is shown. */
  text: string;
  /** The same for who does not see its row, with what the button does. */
  spoken: string;
  /** There is none. */
  isNone?: boolean;
  /** Stands below the quantity. */
  below?: ReactNode;
  form: (close: () => void) => ReactNode;
}

/** A quantity that opens the form that changes it. */
export function QuantityPopover({ text, spoken, isNone = false, below, form }: QuantityPopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const { holder, isKept } = useHolds(isOpen);
  const change = (opened: boolean) => isKept || setOpen(opened);
  return (
    <KeptWishes>
      <Popover
        opened={isOpen}
        onChange={change}
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
    </KeptWishes>
  );
}
