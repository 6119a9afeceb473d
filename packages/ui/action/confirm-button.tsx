import { Button, type ButtonProps } from "@mantine/core";
import { type Ref, useState } from "react";
import { ConfirmDialog, type ConfirmDialogProps } from "./confirm-dialog.tsx";

interface ConfirmButtonProps<A> extends Omit<ConfirmDialogProps<A>, "opened" | "onClose"> {
  /** The label of the button that opens the confirmation. */
  label: string;
  /** The button's accessible name, for people who do not see the row around it. */
  accessibleName?: string;
  /** The button's look, if not the default. */
  button?: ButtonProps;
  ref?: Ref<HTMLButtonElement>;
}

/** Show a button that opens a confirmation first. A button that deletes is red. */
export function ConfirmButton<A>({
  label,
  accessibleName: spoken,
  button,
  ref,
  ...dialogProps
}: ConfirmButtonProps<A>) {
  const [isAsking, setAsking] = useState(false);
  const defaultLook: ButtonProps =
    dialogProps.danger === true ? { variant: "outline", color: "red" } : { variant: "default" };
  return (
    <>
      <Button {...defaultLook} {...button} ref={ref} aria-label={spoken} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog {...dialogProps} opened={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}
