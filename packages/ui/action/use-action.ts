import { ApiError } from "@souk/client";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useHoldsDialog } from "./dialog-hold.ts";
import { toast } from "./toast.ts";

export interface ActionOptions<I, A> {
  run: (input: I) => Promise<A>;
  /** What the toast says afterwards; without it there is none. */
  done?: string | ((answer: A, input: I) => string);
  /** What is asked anew afterwards. */
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
  const mutation = useMutation<A, unknown, I>({
    mutationFn: options.run,
    onSuccess: async (answer, input) => {
      const { done, onDone, refresh = [] } = options;
      const text = typeof done === "function" ? done(answer, input) : done;
      if (text !== undefined) toast.done(text);
      onDone?.(answer, input);
      await Promise.all(refresh.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError: (error) => {
      // The query client is on the way to the sign-in page already.
      const isSignedOut = error instanceof ApiError && error.code === "not_signed_in";
      if (options.quiet !== true && !isSignedOut) toast.failed(error);
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
