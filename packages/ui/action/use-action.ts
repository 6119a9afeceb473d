import { ApiError } from "@souk/client";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { browserWait } from "../panel/browser-world.ts";
import { strings } from "../strings.ts";
import { useHoldsDialog } from "./dialog-hold.ts";
import { mayBeOld } from "./error-words.ts";
import { toast } from "./toast.ts";
import { usePresence } from "./use-presence.ts";

export interface ActionOptions<I, A> {
  run: (input: I) => Promise<A>;
  /** What the toast says afterwards; without it there is none. */
  done?: string | ((answer: A, input: I) => string);
  /** What is asked anew afterwards, also after a failure by which the page may be old; the failure does not wait for it. */
  refresh?: readonly QueryKey[];
  onDone?: (answer: A, input: I) => void;
  /** A failure is shown by whoever reads `error`, not by a toast. */
  quiet?: boolean;
}

export interface Action<I, A> {
  /** Starts it and shows what comes of it. */
  start: (input: I) => void;
  /** The same as a promise, which throws. What is under way already is not begun anew. */
  run: (input: I) => Promise<A>;
  isRunning: boolean;
  error: unknown;
  reset: () => void;
}

/** Something that a person does: it runs once, says what came of it, and brings what it changed up to date. */
export function useAction<I = void, A = unknown>(options: ActionOptions<I, A>): Action<I, A> {
  const queries = useQueryClient();
  const presence = usePresence();
  const runs = useRef(0);
  const { refresh = [], quiet } = options;
  const lookAgain = async () => {
    await Promise.all(refresh.map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
  const lookAfter = async (error: unknown) => {
    const run = runs.current;
    const wasShown = presence.current === "there";
    await lookAgain();
    if (quiet !== true || refresh.length === 0) return;
    await browserWait(0, null);
    // What was begun since tells for itself, and who closed the window has read it.
    const isUntold = !wasShown || presence.current === "taken";
    if (isUntold && run === runs.current) tellGone(error);
  };
  const mutation = useMutation<A, unknown, I>({
    mutationFn: (input) => {
      runs.current += 1;
      return options.run(input);
    },
    onSuccess: (answer, input) => {
      const { done, onDone } = options;
      const text = typeof done === "function" ? done(answer, input) : done;
      if (text !== undefined) toast.carriedOut(text, answer);
      onDone?.(answer, input);
    },
    onError: (error) => {
      if (quiet !== true && !isSignedOut(error)) toast.failed(error);
    },
    onSettled: (_, error) => {
      if (error === null) return lookAgain();
      if (!isSignedOut(error) && mayBeOld(error)) void lookAfter(error);
      return undefined;
    },
  });
  useHoldsDialog(mutation.isPending);
  // A second click comes before the first one is drawn.
  const underWay = useRef<Promise<A> | null>(null);
  const run = (input: I): Promise<A> => {
    underWay.current ??= mutation.mutateAsync(input).finally(() => {
      underWay.current = null;
    });
    return underWay.current;
  };
  return {
    start: (input) => void run(input).catch(() => undefined),
    run,
    isRunning: mutation.isPending,
    error: mutation.error,
    reset: mutation.reset,
  };
}

/** The query client is on the way to the sign-in page already. */
function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === "not_signed_in";
}

/** What was asked anew took away what would have shown the failure: a payment that no answer came of is there by now. */
function tellGone(error: unknown): void {
  if (error instanceof ApiError) toast.failed(error);
  else toast.note(strings.failed.look);
}
