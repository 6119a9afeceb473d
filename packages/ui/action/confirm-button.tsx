import { Button, type ButtonProps } from "@mantine/core";
import { type Ref, useState } from "react";
import { ConfirmDialog, type ConfirmDialogProps } from "./confirm-dialog.tsx";

interface ConfirmButtonProps<A> extends Omit<ConfirmDialogProps<A>, "opened" | "onClose"> {
  /** The label of the button that opens the confirmation. */
  label: string;
  /** The button's accessible name, which includes the record's name for people who do not see the record's row. */
  accessibleName?: string;
  /** The button's style, if not the default. */
  button?: ButtonProps;
  ref?: Ref<HTMLButtonElement>;
}

/** Show a button that runs an action after a confirmation. The button of a dangerous action is red. */
export function ConfirmButton<A>({
  label,
  accessibleName,
  button,
  ref,
  ...dialogProps
}: ConfirmButtonProps<A>) {
  const [isConfirming, setConfirming] = useState(false);
  const defaultStyle: ButtonProps =
    dialogProps.danger === true ? { variant: "outline", color: "red" } : { variant: "default" };
  return (
    <>
      <Button
        {...defaultStyle}
        {...button}
        ref={ref}
        aria-label={accessibleName}
        onClick={() => setConfirming(true)}
      >
        {label}
      </Button>
      <ConfirmDialog {...dialogProps} opened={isConfirming} onClose={() => setConfirming(false)} />
    </>
  );
}
