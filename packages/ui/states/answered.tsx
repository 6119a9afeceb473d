import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "./error-state.tsx";
import { type LoadingKind, LoadingState } from "./loading-state.tsx";

interface AnsweredProps<A> {
  query: UseQueryResult<A>;
  /** The shape shown while the answer is on its way. */
  skeleton?: LoadingKind;
  children: (answer: A) => ReactNode;
}

/** Shows a question's answer; until then the shape of it, or what went wrong and another try. */
export function Answered<A>({ query, skeleton = "text", children }: AnsweredProps<A>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <LoadingState kind={skeleton} />;
}
