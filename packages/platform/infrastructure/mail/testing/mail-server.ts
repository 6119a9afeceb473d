import { SMTPServer } from "smtp-server";

/**
 * A received email: its recipient, and the complete message with decoded quoted-printable text.
 */
interface ReceivedMail {
  to: string;
  message: string;
}

/** A running mail server of a test. */
export interface MailServer {
  /** The platform's configuration for this server. */
  mail: { smtpUrl: string; from: string };
  received: ReceivedMail[];
  /** Called when an email has been received, before it is acknowledged. Does nothing unless a test replaces it. */
  beforeAccept(recipient: string): Promise<void>;
  /** Reject the next email to a recipient. The emails after it are accepted. */
  rejectOnce(address: string, rejection: { message: string; responseCode: number }): void;
  stop(): Promise<void>;
}

/**
 * Start a mail server in this process that accepts every email and collects it in `received`. It does not offer STARTTLS.
 * @param host the IP address that it listens on, and that the platform's configuration names
 */
export async function startMailServer(host = "127.0.0.1"): Promise<MailServer> {
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
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const message = decodeQuotedPrintable(Buffer.concat(chunks).toString());
        const recipient = envelope.rcptTo[0]?.address ?? "";
        received.push({ to: recipient, message });
        void mailServer.beforeAccept(recipient).then(() => callback());
      });
    },
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, host, resolve);
  await listening;
  const { port } = server.server.address() as { port: number };
  const mailServer: MailServer = {
    mail: { smtpUrl: `smtp://${host}:${port}`, from: "Souk <no-reply@souk.localhost>" },
    received,
    beforeAccept: async () => undefined,
    rejectOnce: (address, rejection) => void rejectionByAddress.set(address, rejection),
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  };
  return mailServer;
}

/** Decode the ASCII characters of quoted-printable text (RFC 2045, section 6.7). */
function decodeQuotedPrintable(message: string): string {
  return message
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-7][0-9A-F])/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
