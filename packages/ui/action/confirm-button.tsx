import { Button, type ButtonProps } from "@mantine/core";
import { type Ref, useState } from "react";
import { ConfirmDialog, type ConfirmDialogProps } from "./confirm-dialog.tsx";

interface ConfirmButtonProps<A> extends Omit<ConfirmDialogProps<A>, "opened" | "onClose"> {
  /** What the button says that asks. */
  label: string;
  /** What it says to who does not see the row that it stands in. */
  spoken?: string;
  /** How it looks, where that is not the usual. */
  button?: ButtonProps;
  ref?: Ref<HTMLButtonElement>;
}

/** A button for what is asked about first: it opens the question. What takes something away is red. */
export function ConfirmButton<A>({ label, spoken, button, ref, ...question }: ConfirmButtonProps<A>) {
  const [isAsking, setAsking] = useState(false);
  const look: ButtonProps =
    question.danger === true ? { variant: "outline", color: "red" } : { variant: "default" };
  return (
    <>
      <Button {...look} {...button} ref={ref} aria-label={spoken} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog {...question} opened={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}
