import type { TestContext } from "node:test";
import { createSecureContext } from "node:tls";
import {
  createSafeSender,
  type NameResolver,
  type SafeSender,
  type SafeSenderOptions,
  type SendOutcome,
} from "./index.ts";
import { authority } from "./test-certificates.ts";
import { type ReceiverOptions, startReceiver, type TestReceiver } from "./test-receiver.ts";

export const systemClock = { now: () => new Date(performance.timeOrigin + performance.now()) };

// No test asks the machine's own name servers.
const nameless: NameResolver = {
  resolve: async () => ({ ok: false, reason: "not_found" }),
  close() {},
};

/** A sender that trusts the tests' authority, closed after the test; in development mode unless said. */
export function senderFor(t: TestContext, options: Partial<SafeSenderOptions> = {}): SafeSender {
  const sender = createSafeSender({
    allowLoopback: true,
    clock: systemClock,
    userAgent: "Souk-Test/1",
    resolver: nameless,
    secureContext: createSecureContext({ ca: authority }),
    ...options,
  });
  t.after(() => sender.close());
  return sender;
}

/** A receiver that is closed after the test. */
export async function receiverFor(t: TestContext, options: ReceiverOptions): Promise<TestReceiver> {
  const receiver = await startReceiver(options);
  t.after(() => receiver.close());
  return receiver;
}

export const post = { method: "POST", headers: { "content-type": "application/json" } } as const;

/** Sends a small body to a URL. */
export function postTo(sender: SafeSender, url: string): Promise<SendOutcome> {
  return sender.send({ ...post, url, body: Buffer.from("{}") });
}
