import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isMissing } from "../action/describe-error.ts";
import { ErrorState } from "./error-state.tsx";
import { type LoadingKind, LoadingState } from "./loading-state.tsx";

interface QueryBoundaryProps<T> {
  query: UseQueryResult<T>;
  /** The skeleton shown while loading. */
  skeleton?: LoadingKind;
  /** The content shown when the record does not exist. */
  notFound?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Show a query's result. Until it is loaded, show a skeleton, or an error with a retry button. */
export function QueryBoundary<T>({ query, skeleton = "text", notFound, children }: QueryBoundaryProps<T>) {
  if (notFound !== undefined && isMissing(query)) return notFound;
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <LoadingState kind={skeleton} />;
}
