import { Button, type ButtonProps } from "@mantine/core";
import { Dialog } from "@souk/ui";
import { type ReactNode, useState } from "react";

interface DialogButtonProps {
  label: string;
  /** What it says to who does not see the record that it stands in. */
  spoken?: string;
  title: string;
  button?: ButtonProps;
  /** What stands in the window, which it can close. */
  children: (close: () => void) => ReactNode;
}

/** A button that opens a window with a form. */
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
