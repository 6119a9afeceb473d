import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isMissing } from "../action/error-words.ts";
import { ErrorState } from "./error-state.tsx";
import { type LoadingKind, LoadingState } from "./loading-state.tsx";

interface AnsweredProps<A> {
  query: UseQueryResult<A>;
  /** The shape shown while the answer is on its way. */
  skeleton?: LoadingKind;
  /** Stands in its place when there is no such record. */
  missing?: ReactNode;
  children: (answer: A) => ReactNode;
}

/** Shows a question's answer; until then the shape of it, or what went wrong and another try. */
export function Answered<A>({ query, skeleton = "text", missing, children }: AnsweredProps<A>) {
  if (missing !== undefined && isMissing(query)) return missing;
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <LoadingState kind={skeleton} />;
}
