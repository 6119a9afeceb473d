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
import { authorityCertificate } from "./certificates.ts";
import { type ReceiverOptions, startReceiver, type TestReceiver } from "./receiver.ts";

export const systemClock = { now: () => performance.timeOrigin + performance.now() };

// Tests never query the machine's name servers.
const emptyResolver: NameResolver = {
  resolve: async () => ({ ok: false, reason: "not_found" }),
  close() {},
};

/**
 * Create a sender that trusts the tests' certificate authority and is closed after the test. By default it allows loopback
 * names.
 */
export function openSender(t: TestContext, options: Partial<SafeSenderOptions> = {}): SafeSender {
  const sender = createSafeSender({
    localAccess: true,
    clock: systemClock,
    userAgent: "Souk-Test/1",
    resolver: emptyResolver,
    secureContext: createSecureContext({ ca: authorityCertificate }),
    ...options,
  });
  t.after(() => sender.close());
  return sender;
}

/** Create a receiver that is closed after the test. */
export async function openReceiver(t: TestContext, options: ReceiverOptions): Promise<TestReceiver> {
  const receiver = await startReceiver(options);
  t.after(() => receiver.close());
  return receiver;
}

/** The method and headers of a request with a JSON body. */
export const post = { method: "POST", headers: { "content-type": "application/json" } } as const;

/** Send a small body to a URL. */
export function postTo(sender: SafeSender, url: string): Promise<SendOutcome> {
  return sender.send({ ...post, url, body: Buffer.from("{}") });
}

/** Create a sender that resolves names with a name server, which answers with the records that `getRecord` returns. */
export async function openSenderWithNames(
  t: TestContext,
  getRecord: (name: string) => NameRecord,
  options: Partial<SafeSenderOptions>,
): Promise<SafeSender> {
  const server = await startNameServer(getRecord);
  t.after(() => server.close());
  const resolver = createResolver({ clock: systemClock, servers: [server.address], timeoutMs: 5_000 });
  return openSender(t, { resolver, ...options });
}

/** Create a canary that is closed after the test. */
export async function openCanary(t: TestContext): Promise<Canary> {
  const canary = await startCanary();
  t.after(() => canary.close());
  return canary;
}

/** Describe an outcome: the reason why the request got no response, or `answered` and the status of the response. */
export function describeOutcome(outcome: SendOutcome): string {
  return outcome.kind === "failed" ? outcome.reason : `answered ${outcome.status}`;
}
