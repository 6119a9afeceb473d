import type { TestContext } from "node:test";
import { createSecureContext } from "node:tls";
import { type NameRecord, startNameServer } from "@souk/testkit";
import {
  createResolver,
  createSafeSender,
  type NameResolver,
  type SafeSender,
  type SafeSenderOptions,
  type SendOutcome,
} from "../index.ts";
import { type Canary, startCanary } from "./canary.ts";
import { authority } from "./certificates.ts";
import { type ReceiverOptions, startReceiver, type TestReceiver } from "./receiver.ts";

export const systemClock = { now: () => performance.timeOrigin + performance.now() };

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

/** A sender whose names are answered by a name server of the test. */
export async function senderWithNames(
  t: TestContext,
  recordOf: (name: string) => NameRecord,
  options: Partial<SafeSenderOptions>,
): Promise<SafeSender> {
  const server = await startNameServer(recordOf);
  t.after(() => server.close());
  const resolver = createResolver({ clock: systemClock, servers: [server.address], timeoutMs: 5_000 });
  return senderFor(t, { resolver, ...options });
}

/** A canary that is closed after the test. */
export async function canaryFor(t: TestContext): Promise<Canary> {
  const canary = await startCanary();
  t.after(() => canary.close());
  return canary;
}

/** Why a request got no answer, or the status of the answer. */
export function reasonOf(outcome: SendOutcome): string {
  return outcome.kind === "failed" ? outcome.reason : `answered ${outcome.status}`;
}
