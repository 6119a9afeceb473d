/** A session token as the admin sends it. */
export interface IssuedToken {
  token: string;
  /** The number of seconds for which the token is valid. */
  expires_in_s: number;
}

/** A cache of the session token that the admin issues to the page. */
export interface SessionTokens {
  /** Return the cached token, or a new one if it is about to expire. */
  getToken(): Promise<string>;
  /** Return a token to use instead of one that a server has rejected. */
  replaceToken(rejectedToken: string): Promise<string>;
}

/** A token is renewed this many milliseconds before it expires, so that it does not expire on its way to the server. */
const marginMs = 10_000;

/**
 * Create a cache of the session token, which is used until shortly before it expires. Simultaneous callers share one
 * request.
 *
 * @param request a function that requests a token from the admin
 * @param now a monotonic clock in milliseconds, because the computer's clock may be wrong
 */
export function createSessionTokens(request: () => Promise<IssuedToken>, now: () => number): SessionTokens {
  let cachedToken: { token: string; renewAt: number } | null = null;
  let pendingRequest: Promise<string> | null = null;

  async function renew(): Promise<string> {
    try {
      const { token, expires_in_s } = await request();
      cachedToken = { token, renewAt: now() + expires_in_s * 1_000 - marginMs };
      return token;
    } finally {
      pendingRequest = null;
    }
  }

  function getToken(): Promise<string> {
    if (cachedToken !== null && now() < cachedToken.renewAt) return Promise.resolve(cachedToken.token);
    pendingRequest ??= renew();
    return pendingRequest;
  }

  return {
    getToken,
    replaceToken: (rejectedToken) => {
      if (cachedToken?.token === rejectedToken) cachedToken = null;
      return getToken();
    },
  };
}
