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
  /** The label of the confirm button: the action's verb. */
  confirm: string;
  /** The label of the close button; default: Cancel. */
  cancel?: string;
  /** The effect of the action, in a sentence or two. */
  children: ReactNode;
  /**
   * Run the action. @param key one per confirmation, however often it is sent: the call's `idempotencyKey`
   */
  onConfirm: (key: string) => Promise<A>;
  /** Queries refetched afterwards. */
  refresh?: readonly QueryKey[];
  onDone?: (answer: A) => void;
  /** The toast shown afterwards. */
  done?: string;
  /** Describe a rejection in the page's words; undefined: in the platform's. */
  describeError?: (error: unknown) => string | undefined;
  /** Whether the action deletes something. */
  danger?: boolean;
  /** The text to type first, for an action that cannot be undone. */
  textToType?: string;
  /** Whether the dialog has unsaved input, which Escape or a click outside must not discard. */
  hasUnsavedInput?: boolean;
}

/** Show a confirmation before an action, its progress and, inside, why it failed. Closes when it is done. */
export function ConfirmDialog<A>(props: ConfirmDialogProps<A>) {
  const { opened, onClose, title } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <ConfirmForm {...props} />
    </Dialog>
  );
}

/** Show the content of the open dialog; it is unmounted on close, which discards input and errors. */
function ConfirmForm<A>(props: ConfirmDialogProps<A>) {
  const {
    onClose,
    title,
    confirm,
    cancel = texts.cancel,
    children,
    danger,
    textToType: typed,
    describeError: say,
  } = props;
  const { onConfirm, refresh = [], onDone, done, hasUnsavedInput: isWritten = false } = props;
  const [text, setText] = useState("");
  const submitOnce = useIdempotentSubmit();
  const action = useAction<void, A>({
    run: () => submitOnce(title, onConfirm),
    quiet: true,
    refresh,
    ...(done === undefined ? {} : { done }),
    onDone: (answer) => {
      onDone?.(answer);
      onClose();
    },
  });
  useKeepUnsavedInput(isWritten || text !== "");
  const isReady = typed === undefined || text.trim() === typed;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !action.isRunning) action.start();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <div>{children}</div>
        {typed !== undefined && (
          <TextInput
            label={texts.confirm.typed({ text: typed })}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
        )}
        {action.error !== null && (
          <ErrorNote error={action.error} {...(say === undefined ? {} : { describeError: say })} />
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
            {...(typed === undefined ? { "data-autofocus": true } : {})}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
