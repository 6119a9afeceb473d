import { Button, Group, Stack } from "@mantine/core";
import { Dialog, ErrorNote } from "@souk/ui";
import type { FormEvent, ReactNode } from "react";
import { texts } from "../../texts.ts";

interface OptionDialogProps {
  title: string;
  /** The label of the submit button. */
  confirm: string;
  children: ReactNode;
  isRunning: boolean;
  error: unknown;
  onSubmit: () => void;
  onClose: () => void;
}

/** Show a dialog with a form that changes a product's options or variants. */
export function OptionDialog(props: OptionDialogProps) {
  const { title, confirm, children, isRunning, error, onSubmit, onClose } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isRunning) onSubmit();
  };
  return (
    <Dialog opened onClose={onClose} title={title} isBusy={isRunning}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {children}
          {error !== null && <ErrorNote error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isRunning}>
              {texts.productOptions.cancel}
            </Button>
            <Button type="submit" loading={isRunning}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
