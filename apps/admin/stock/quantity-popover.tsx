import { Popover } from "@mantine/core";
import { KeptWishes } from "@souk/ui";
import { type ReactNode, useState } from "react";
import classes from "./stock-grid.module.css";

interface FormProps {
  /** Told while a change is under way, so that the form stays open. */
  onBusy: (isBusy: boolean) => void;
  onClose: () => void;
}

interface QuantityPopoverProps {
  /** The quantity as it is shown. */
  text: string;
  /** The same for who does not see its row, with what the button does. */
  spoken: string;
  /** There is none. */
  isNone?: boolean;
  /** Stands below the quantity. */
  below?: ReactNode;
  form: (props: FormProps) => ReactNode;
}

/** A quantity that opens the form that changes it. */
export function QuantityPopover({ text, spoken, isNone = false, below, form }: QuantityPopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  // What was done closes the form while the page is still read anew, and the form is no longer there to say when that is over.
  const close = () => {
    setBusy(false);
    setOpen(false);
  };
  return (
    <KeptWishes>
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
            data-none={isNone || undefined}
            aria-label={spoken}
            onClick={() => isBusy || setOpen(!isOpen)}
          >
            {text}
          </button>
        </Popover.Target>
        {below}
        <Popover.Dropdown>{form({ onBusy: setBusy, onClose: close })}</Popover.Dropdown>
      </Popover>
    </KeptWishes>
  );
}
