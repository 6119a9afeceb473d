import { Button, type ButtonProps } from "@mantine/core";
import { Dialog } from "@souk/ui";
import { type ReactNode, useState } from "react";

interface DialogButtonProps {
  label: string;
  /** The button's accessible name, for people who do not see the record around it. */
  spoken?: string;
  title: string;
  button?: ButtonProps;
  /** The content of the dialog, which can close it. */
  children: (close: () => void) => ReactNode;
}

/** Show a button that opens a dialog with a form. */
export function DialogButton({ label, spoken, title, button, children }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="default" {...button} aria-label={spoken} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={title}>
        {children(close)}
      </Dialog>
    </>
  );
}
