/** A token as the admin sends it. */
export interface SentToken {
  token: string;
  /** Seconds for which it is valid from now on. */
  expires_in_s: number;
}

export interface SessionTokens {
  /** A token that is still valid for a while: the one from before, or a new one. */
  current(): Promise<string>;
  /** A token that is not this one, which a server has refused. */
  otherThan(refused: string): Promise<string>;
}

/** A token this close to its end, in milliseconds, may end on its way to the server. */
const marginMs = 10_000;

/**
 * Keeps the session token until shortly before it ends. Callers that come at once share one question.
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
    otherThan: (refused) => {
      if (kept?.token === refused) kept = null;
      return current();
    },
  };
}
