import { SMTPServer } from "smtp-server";

/** A mail as the server was given it: to whom, and the message whole, its quoted-printable text decoded. */
interface ReceivedMail {
  to: string;
  message: string;
}

/** A mail server of this process. */
export interface MailServer {
  /** What the platform's configuration says of it. */
  mail: { smtpUrl: string; from: string };
  received: ReceivedMail[];
  /** What happens while it takes a mail; nothing unless a test says so. */
  whileTaken(recipient: string): Promise<void>;
  /** Answers a recipient this once; then they are taken. */
  refuseOnce(address: string, refusal: { message: string; responseCode: number }): void;
  stop(): Promise<void>;
}

/** Starts a mail server that takes every mail and keeps it. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const refusals = new Map<string, { message: string; responseCode: number }>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: ({ address }, _session, callback) => {
      const refusal = refusals.get(address);
      refusals.delete(address);
      callback(refusal ? Object.assign(new Error(refusal.message), refusal) : null);
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
    refuseOnce: (address, refusal) => void refusals.set(address, refusal),
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  };
  return mailServer;
}

/** RFC 2045, section 6.7, as far as ASCII goes. */
function decoded(message: string): string {
  return message
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-7][0-9A-F])/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
