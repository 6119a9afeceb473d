import { SMTPServer } from "smtp-server";

/**
 * An email as the server received it: its recipient, and the whole message, its quoted-printable text
 * decoded.
 */
interface ReceivedMail {
  to: string;
  message: string;
}

/** A mail server in this process. */
export interface MailServer {
  /** The platform's configuration for this server. */
  mail: { smtpUrl: string; from: string };
  received: ReceivedMail[];
  /** Runs while the server takes an email; does nothing unless a test replaces it. */
  whileTaken(recipient: string): Promise<void>;
  /** Reject a recipient once; later emails to it are accepted. */
  rejectOnce(address: string, rejection: { message: string; responseCode: number }): void;
  stop(): Promise<void>;
}

/** Start a mail server that accepts every email and keeps it. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const rejectionByAddress = new Map<string, { message: string; responseCode: number }>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: ({ address }, _session, callback) => {
      const rejection = rejectionByAddress.get(address);
      rejectionByAddress.delete(address);
      callback(rejection ? Object.assign(new Error(rejection.message), rejection) : null);
    },
    onData: (stream, { envelope }, callback) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const message = decoded(Buffer.concat(parts).toString());
        const to = envelope.rcptTo[0]?.address ?? "";
        received.push({ to, message });
        void mailServer.whileTaken(to).then(() => callback());
      });
    },
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await listening;
  const { port } = server.server.address() as { port: number };
  const mailServer: MailServer = {
    mail: { smtpUrl: `smtp://127.0.0.1:${port}`, from: "Souk <no-reply@souk.localhost>" },
    received,
    whileTaken: async () => undefined,
    rejectOnce: (address, rejection) => void rejectionByAddress.set(address, rejection),
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  };
  return mailServer;
}

/** Decode quoted-printable text as far as ASCII goes (RFC 2045, section 6.7). */
function decoded(message: string): string {
  return message
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-7][0-9A-F])/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
