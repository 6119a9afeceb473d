import { ApiError } from "@souk/client";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { describeError } from "../action/error-words.ts";

/** Return the address of the sign-in page that leads back to the current page. */
export function signInAddress({ pathname, search }: { pathname: string; search: string }): string {
  return `/sign-in?return_to=${encodeURIComponent(`${pathname}${search}`)}`;
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === "not_signed_in";
}

/**
 * Create the query client of one panel. Reads are tried three times when the failure may pass; writes are
 * never retried automatically.
 * @param onSignedOut called when the session has ended
 */
export function panelQueryClient(onSignedOut: () => void): QueryClient {
  const handleError = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: handleError }),
    mutationCache: new MutationCache({ onError: handleError }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < 2 && describeError(error).isTransient,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
