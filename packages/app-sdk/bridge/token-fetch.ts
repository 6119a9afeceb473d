import type { SessionTokens } from "./session-tokens.ts";

type Fetch = typeof fetch;

/** The dependencies of `createTokenFetch`. */
export interface TokenFetchDeps {
  /** The browser's own fetch. */
  browserFetch: Fetch;
  /** The URL of the page. Only requests to its origin carry a token. */
  pageUrl: string;
  tokens: SessionTokens;
}

/**
 * Create a `fetch` that adds the session token to requests to the app's own origin. Requests to other origins, and requests
 * that already have an Authorization header, stay unchanged. After a 401 the request is retried once with a new token, because
 * the first token may have expired on its way to the server.
 */
export function createTokenFetch({ browserFetch, pageUrl, tokens }: TokenFetchDeps): Fetch {
  const ownOrigin = new URL(pageUrl).origin;
  return async (input, init) => {
    const request = new Request(typeof input === "string" ? new URL(input, pageUrl) : input, init);
    const isOwnOrigin = new URL(request.url).origin === ownOrigin;
    if (!isOwnOrigin || request.headers.has("authorization")) return browserFetch(request);

    const retryRequest = request.clone();
    const token = await tokens.getToken();
    const response = await browserFetch(setToken(request, token));
    if (response.status !== 401) return response;
    return browserFetch(setToken(retryRequest, await tokens.replaceToken(token)));
  };
}

/** Set the session token in the headers of a request. @returns the same request */
function setToken(request: Request, token: string): Request {
  request.headers.set("authorization", `Bearer ${token}`);
  return request;
}
