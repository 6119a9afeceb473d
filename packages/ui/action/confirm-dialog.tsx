import { Button, Group, Stack, TextInput } from "@mantine/core";
import type { QueryKey } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { ProgressLine } from "../states/progress-line.tsx";
import { texts } from "../texts.ts";
import { Dialog } from "./dialog.tsx";
import { useKeepUnsavedInput } from "./dialog-hold.ts";
import { ErrorNote } from "./error-note.tsx";
import { useAction } from "./use-action.ts";
import { useIdempotentSubmit } from "./use-idempotent-submit.ts";

export interface ConfirmDialogProps<A> {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** The label of the confirm button, such as the action's verb. */
  confirm: string;
  /** The label of the close button; default: Cancel. */
  cancel?: string;
  /** The effect of the action, in a sentence or two. */
  children: ReactNode;
  /**
   * Run the action. @param key the `idempotencyKey`, which is the same for all attempts of one confirmation
   */
  onConfirm: (key: string) => Promise<A>;
  /** The queries that are refetched after the action. */
  refresh?: readonly QueryKey[];
  onDone?: (response: A) => void;
  /** The text of the toast that is shown after the action succeeds. */
  done?: string;
  /** Return the page's own description of an error; undefined to show the platform's. */
  formatError?: (error: unknown) => string | undefined;
  /** Whether the action deletes something. */
  danger?: boolean;
  /** The text that the person must type before an action that cannot be undone. */
  textToType?: string;
  /** Whether the dialog has unsaved input, which Escape or a click outside must not discard. */
  hasUnsavedInput?: boolean;
}

/** Show a confirmation of an action, then its progress and, if it fails, the error. The dialog closes when the action is done. */
export function ConfirmDialog<A>(props: ConfirmDialogProps<A>) {
  const { opened, onClose, title } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <ConfirmForm {...props} />
    </Dialog>
  );
}

/** Show the content of the open dialog. It is unmounted when the dialog closes, which discards input and errors. */
function ConfirmForm<A>(props: ConfirmDialogProps<A>) {
  const { onClose, title, confirm, cancel = texts.cancel, children, danger, textToType, formatError } = props;
  const { onConfirm, refresh = [], onDone, done, hasUnsavedInput = false } = props;
  const [text, setText] = useState("");
  const submitOnce = useIdempotentSubmit();
  const action = useAction<void, A>({
    run: () => submitOnce(title, onConfirm),
    quiet: true,
    refresh,
    ...(done === undefined ? {} : { done }),
    onDone: (response) => {
      onDone?.(response);
      onClose();
    },
  });
  useKeepUnsavedInput(hasUnsavedInput || text !== "");
  const isReady = textToType === undefined || text.trim() === textToType;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !action.isRunning) action.start();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <div>{children}</div>
        {textToType !== undefined && (
          <TextInput
            label={texts.confirm.typed({ text: textToType })}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
        )}
        {action.error !== null && (
          <ErrorNote error={action.error} {...(formatError === undefined ? {} : { formatError })} />
        )}
        {action.isRunning && <ProgressLine label={texts.confirm.working} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={action.isRunning}>
            {cancel}
          </Button>
          <Button
            type="submit"
            {...(danger === true ? { color: "red" } : {})}
            loading={action.isRunning}
            disabled={!isReady}
            {...(textToType === undefined ? { "data-autofocus": true } : {})}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
