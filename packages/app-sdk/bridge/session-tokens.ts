/** A token as the admin sends it. */
export interface SentToken {
  token: string;
  /** The seconds for which the token is valid from now on. */
  expires_in_s: number;
}

export interface SessionTokens {
  /** Return a token that remains valid for a while: the cached one or a new one. */
  current(): Promise<string>;
  /** Return a token other than this one, which a server has rejected. */
  otherThan(rejectedToken: string): Promise<string>;
}

/** The margin in milliseconds before a token's end, in which it may expire on its way to the server. */
const marginMs = 10_000;

/**
 * Cache the session token until shortly before it ends. Simultaneous callers share one request.
 *
 * @param request asks the admin
 * @param now a clock in milliseconds that only goes forward: the computer's own time may be wrong
 */
export function keepSessionTokens(request: () => Promise<SentToken>, now: () => number): SessionTokens {
  let kept: { token: string; until: number } | null = null;
  let asked: Promise<string> | null = null;

  async function renew(): Promise<string> {
    try {
      const { token, expires_in_s } = await request();
      kept = { token, until: now() + expires_in_s * 1_000 - marginMs };
      return token;
    } finally {
      asked = null;
    }
  }

  function current(): Promise<string> {
    if (kept !== null && now() < kept.until) return Promise.resolve(kept.token);
    asked ??= renew();
    return asked;
  }

  return {
    current,
    otherThan: (rejectedToken) => {
      if (kept?.token === rejectedToken) kept = null;
      return current();
    },
  };
}
