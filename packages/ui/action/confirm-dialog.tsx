import { Button, Group, Stack, TextInput } from "@mantine/core";
import type { QueryKey } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { ProgressLine } from "../states/progress-line.tsx";
import { strings } from "../strings.ts";
import { Dialog } from "./dialog.tsx";
import { useKeepsWritten } from "./dialog-hold.ts";
import { ErrorNote } from "./error-note.tsx";
import { useAction } from "./use-action.ts";
import { useWishes } from "./use-wishes.ts";

export interface ConfirmDialogProps<A> {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What the button says: the verb of what happens. */
  confirm: string;
  /** What the button says that closes it; usual: Cancel. */
  cancel?: string;
  /** What will happen, in a sentence or two. */
  children: ReactNode;
  /** @param key one for the question, however often it is sent: the call's `idempotencyKey` */
  onConfirm: (key: string) => Promise<A>;
  /** What is asked anew afterwards. */
  refresh?: readonly QueryKey[];
  onDone?: (answer: A) => void;
  /** What the toast says afterwards. */
  done?: string;
  /** Says a refusal in the words of the page; undefined: in the platform's. */
  say?: (error: unknown) => string | undefined;
  /** It takes something away. */
  danger?: boolean;
  /** Must be typed first, for what cannot be taken back. */
  typed?: string;
  /** Something was written in what it asks: it is not lost by Escape or a click beside it. */
  isWritten?: boolean;
}

/** Asks before something is done, shows that it is under way and, inside, why it failed. Closes when it is done. */
export function ConfirmDialog<A>(props: ConfirmDialogProps<A>) {
  const { opened, onClose, title } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <Question {...props} />
    </Dialog>
  );
}

/** Comes and goes with the open dialog, so that it forgets what was typed and what failed. */
function Question<A>(props: ConfirmDialogProps<A>) {
  const { onClose, title, confirm, cancel = strings.cancel, children, danger, typed, say } = props;
  const { onConfirm, refresh = [], onDone, done, isWritten = false } = props;
  const [text, setText] = useState("");
  const once = useWishes();
  const action = useAction<void, A>({
    run: () => once(title, onConfirm),
    quiet: true,
    refresh,
    ...(done === undefined ? {} : { done }),
    onDone: (answer) => {
      onDone?.(answer);
      onClose();
    },
  });
  useKeepsWritten(isWritten || text !== "");
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
            label={strings.confirm.typed(typed)}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
        )}
        {action.error !== null && <ErrorNote error={action.error} {...(say === undefined ? {} : { say })} />}
        {action.isRunning && <ProgressLine label={strings.confirm.working} />}
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
