import { Button, type ButtonProps } from "@mantine/core";
import { Dialog } from "@souk/ui";
import { type ReactNode, useState } from "react";

interface DialogButtonProps {
  label: string;
  /** The button's accessible name, which also names the record. */
  accessibleName?: string;
  title: string;
  button?: ButtonProps;
  /** Render the content of the dialog, which can close the dialog. */
  children: (close: () => void) => ReactNode;
}

/** Show a button that opens a dialog. */
export function DialogButton({ label, accessibleName, title, button, children }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="default" {...button} aria-label={accessibleName} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={title}>
        {children(close)}
      </Dialog>
    </>
  );
}
