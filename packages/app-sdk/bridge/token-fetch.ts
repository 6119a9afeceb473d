import type { SessionTokens } from "./session-tokens.ts";

type Fetch = typeof fetch;

/** The dependencies of the fetch of an embedded page. */
export interface TokenFetch {
  /** The browser's own fetch. */
  plain: Fetch;
  /** The URL of the page; only its origin is sent a token. */
  pageUrl: string;
  tokens: SessionTokens;
}

/**
 * Create a `fetch` with the session token on requests to the app's own origin; others stay unchanged. A 401 is retried once
 * with a new token, since the first may have expired on its way.
 */
export function tokenFetch({ plain, pageUrl, tokens }: TokenFetch): Fetch {
  const ownOrigin = new URL(pageUrl).origin;
  return async (input, init) => {
    const request = new Request(typeof input === "string" ? new URL(input, pageUrl) : input, init);
    const isOwn = new URL(request.url).origin === ownOrigin;
    if (!isOwn || request.headers.has("authorization")) return plain(request);

    const again = request.clone();
    const token = await tokens.current();
    const response = await plain(withToken(request, token));
    if (response.status !== 401) return response;
    return plain(withToken(again, await tokens.otherThan(token)));
  };
}

function withToken(request: Request, token: string): Request {
  request.headers.set("authorization", `Bearer ${token}`);
  return request;
}
