import { ApiError } from "@souk/client";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { describeError } from "../action/describe-error.ts";

/**
 * Build the URL of the page that an error requires the person to visit first: to sign in, to confirm their identity, or to add a second
 * factor. The error's code determines the page, which leads back to the current page. Returns null for any other error.
 */
export function buildRequiredPageUrl(
  error: unknown,
  { pathname, search }: { pathname: string; search: string },
): string | null {
  const path = error instanceof ApiError ? requiredPagePaths[error.code] : undefined;
  return path === undefined ? null : `${path}?return_to=${encodeURIComponent(`${pathname}${search}`)}`;
}

/** The paths of the required pages, by error code. */
const requiredPagePaths: Readonly<Record<string, string>> = {
  not_signed_in: "/sign-in",
  step_up_required: "/account/verify",
  factor_required: "/account/security",
};

/**
 * Create the query client of a panel. A query is tried up to three times if the error may be temporary. A
 * mutation is never retried automatically.
 * @param onError called with every error
 */
export function createPanelQueryClient(onError: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
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
