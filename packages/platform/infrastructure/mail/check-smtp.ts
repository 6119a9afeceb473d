/** Whether the SMTP server accepts connections and the configured credentials. */
export type SmtpCheck = { ok: true } | { ok: false; error: string };

interface SmtpTransport {
  verify(): Promise<unknown>;
}

/** How long a check waits for the server. */
const timeoutMs = 5_000;
/** How long the result of a check is reused. */
const validMs = 60_000;

/**
 * Create a function that connects to the SMTP server and signs in, without sending anything. It connects at most once a minute.
 * @param formatError describes an error without personal data
 */
export function createSmtpCheck(
  transport: SmtpTransport,
  { now, formatError }: { now(): number; formatError(error: unknown): string },
): () => Promise<SmtpCheck> {
  let lastCheck: { at: number; result: Promise<SmtpCheck> } | null = null;
  const check = async (): Promise<SmtpCheck> => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<SmtpCheck>((resolve) => {
      const error = "The mail server did not respond within 5 seconds.";
      timer = setTimeout(() => resolve({ ok: false, error }), timeoutMs);
    });
    const verification = transport.verify().then(
      (): SmtpCheck => ({ ok: true }),
      (error: unknown): SmtpCheck => ({ ok: false, error: formatError(error) }),
    );
    return await Promise.race([verification, timeout]).finally(() => clearTimeout(timer));
  };
  return () => {
    if (lastCheck === null || now() - lastCheck.at >= validMs) lastCheck = { at: now(), result: check() };
    return lastCheck.result;
  };
}
