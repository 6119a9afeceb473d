import { ApiError } from "@souk/client";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { browserWait } from "../panel/browser-environment.ts";
import { buildRequiredPageUrl } from "../panel/query-client.ts";
import { texts } from "../texts.ts";
import { mayPageBeStale } from "./describe-error.ts";
import { useKeepDialogOpen } from "./dialog-hold.ts";
import { toast } from "./toast.ts";
import { useMountState } from "./use-mount-state.ts";

export interface ActionOptions<I, A> {
  run: (input: I) => Promise<A>;
  /** The text of the toast that is shown if the action succeeds. If omitted, no toast is shown. */
  done?: string | ((response: A, input: I) => string);
  /** Queries that are refetched after a success, and after a failure that may leave the page stale. The error is shown before that. */
  refresh?: readonly QueryKey[];
  onDone?: (response: A, input: I) => void;
  /** Whether the caller shows `error` itself, without a toast. */
  quiet?: boolean;
}

export interface Action<I, A> {
  /** Start the action and show its result. */
  start: (input: I) => void;
  /** Run the action and return a promise, which rejects on failure. If the action is running already, return the promise of that run. */
  run: (input: I) => Promise<A>;
  isRunning: boolean;
  error: unknown;
  reset: () => void;
}

/** Return an action that a person can start. It has only one run at a time, reports its result and refetches what it changed. */
export function useAction<I = void, A = unknown>(options: ActionOptions<I, A>): Action<I, A> {
  const queryClient = useQueryClient();
  const mountState = useMountState();
  const runCount = useRef(0);
  const { refresh = [], quiet } = options;
  const refetchQueries = async () => {
    await Promise.all(refresh.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
  // If the refetch removes the form that shows the error, a toast shows the error.
  const refetchAfterFailure = async (error: unknown) => {
    const runNumber = runCount.current;
    const wasMounted = mountState.current === "mounted";
    await refetchQueries();
    if (quiet !== true || refresh.length === 0) return;
    // The refetched data is rendered before the next task.
    await browserWait(0, null);
    // A newer action shows its own result, and a person who closed the dialog has read the error.
    const isUnreported = !wasMounted || mountState.current === "gone_from_open_dialog";
    if (isUnreported && runNumber === runCount.current) toastFailure(error);
  };
  const mutation = useMutation<A, unknown, I>({
    mutationFn: (input) => {
      runCount.current += 1;
      return options.run(input);
    },
    onSuccess: (response, input) => {
      const { done, onDone } = options;
      const text = typeof done === "function" ? done(response, input) : done;
      if (text !== undefined) toast.doneOrReplayed(text, response);
      onDone?.(response, input);
    },
    onError: (error) => {
      if (quiet !== true && !requiresOtherPage(error)) toast.failed(error);
    },
    onSettled: (_, error) => {
      if (error === null) return refetchQueries();
      if (!requiresOtherPage(error) && mayPageBeStale(error)) void refetchAfterFailure(error);
      return undefined;
    },
  });
  useKeepDialogOpen(mutation.isPending);
  // A second click can come before the loading state is rendered.
  const runningAction = useRef<Promise<A> | null>(null);
  const run = (input: I): Promise<A> => {
    runningAction.current ??= mutation.mutateAsync(input).finally(() => {
      runningAction.current = null;
    });
    return runningAction.current;
  };
  return {
    start: (input) => void run(input).catch(() => undefined),
    run,
    isRunning: mutation.isPending,
    error: mutation.error,
    reset: mutation.reset,
  };
}

/** Return whether the person must first visit another page, for example to sign in. The query client already opens that page. */
function requiresOtherPage(error: unknown): boolean {
  return buildRequiredPageUrl(error, window.location) !== null;
}

/**
 * Show a toast for a failure whose form the refetch has removed, for example because a payment was recorded although its request
 * timed out.
 */
function toastFailure(error: unknown): void {
  if (error instanceof ApiError) toast.failed(error);
  else toast.note(texts.failed.timedOut);
}
