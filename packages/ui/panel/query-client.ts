import { ApiError } from "@souk/client";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { describeError } from "../action/describe-error.ts";

/** Build the URL of the sign-in page that redirects back to the current page. */
export function buildSignInUrl({ pathname, search }: { pathname: string; search: string }): string {
  return `/sign-in?return_to=${encodeURIComponent(`${pathname}${search}`)}`;
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === "not_signed_in";
}

/**
 * Create the query client of a panel. A query is tried up to three times if the error may be temporary. A
 * mutation is never retried automatically.
 * @param onSignedOut called when the session has ended
 */
export function createPanelQueryClient(onSignedOut: () => void): QueryClient {
  const handleError = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: handleError }),
    mutationCache: new MutationCache({ onError: handleError }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failureCount, error) => failureCount < 2 && describeError(error).isTransient,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
