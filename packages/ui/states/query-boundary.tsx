import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isMissing } from "../action/describe-error.ts";
import { ErrorState } from "./error-state.tsx";
import { type LoadingKind, LoadingState } from "./loading-state.tsx";

interface QueryBoundaryProps<A> {
  query: UseQueryResult<A>;
  /** The skeleton shown while loading. */
  skeleton?: LoadingKind;
  /** The content shown when the record does not exist. */
  missing?: ReactNode;
  children: (data: A) => ReactNode;
}

/** Show a query's result. Until it is loaded, show a skeleton or the error with a retry button. */
export function QueryBoundary<A>({ query, skeleton = "text", missing, children }: QueryBoundaryProps<A>) {
  if (missing !== undefined && isMissing(query)) return missing;
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <LoadingState kind={skeleton} />;
}
