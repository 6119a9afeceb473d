import { ApiError } from "@souk/client";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { errorWords } from "../action/error-words.ts";

/** The address of the sign-in page that leads back to where the person was. */
export function signInAddress({ pathname, search }: { pathname: string; search: string }): string {
  return `/sign-in?return_to=${encodeURIComponent(`${pathname}${search}`)}`;
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === "not_signed_in";
}

/**
 * The store of answers of one panel. Reads are tried three times when the failure may pass; writes never by themselves.
 * @param onSignedOut called when the session has ended
 */
export function panelQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < 2 && errorWords(error).isPassing,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
