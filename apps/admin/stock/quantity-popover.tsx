import { Popover } from "@mantine/core";
import { DialogContext, IdempotencyProvider, useDialogHolds } from "@souk/ui";
import { type ReactNode, useState } from "react";
import classes from "./stock-grid.module.css";

interface QuantityPopoverProps {
  /** The quantity as text. */
  text: string;
  /** The button's accessible name, which also names the variant, the location and the action. */
  accessibleName: string;
  /** Whether the variant is out of stock, which changes the style of the button. */
  isOutOfStock?: boolean;
  /** The content shown below the quantity. */
  below?: ReactNode;
  /** Render the content of the popover, which can close the popover. */
  form: (close: () => void) => ReactNode;
}

/** Show a quantity as a button that opens a popover with the form that changes it. */
export function QuantityPopover({
  text,
  accessibleName,
  isOutOfStock = false,
  below,
  form,
}: QuantityPopoverProps) {
  const [isOpen, setOpen] = useState(false);
  // The form keeps the popover open while it has unsaved input or is being saved.
  const { contextValue, mustStayOpen } = useDialogHolds(isOpen);
  const openOrClose = (opened: boolean) => {
    if (!mustStayOpen) setOpen(opened);
  };
  return (
    <IdempotencyProvider>
      <Popover
        opened={isOpen}
        onChange={openOrClose}
        position="bottom-end"
        width={320}
        shadow="md"
        trapFocus
        returnFocus
        // Keep the form visible when its button is scrolled out of view, because the person may be filling it in.
        hideDetached={false}
      >
        <Popover.Target>
          <button
            type="button"
            className={classes["quantity"]}
            data-none={isOutOfStock || undefined}
            aria-label={accessibleName}
            onClick={() => openOrClose(!isOpen)}
          >
            {text}
          </button>
        </Popover.Target>
        {below}
        <Popover.Dropdown>
          <DialogContext value={contextValue}>{form(() => setOpen(false))}</DialogContext>
        </Popover.Dropdown>
      </Popover>
    </IdempotencyProvider>
  );
}
