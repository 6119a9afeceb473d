import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { ConformanceFixture } from "./conformance-fixture.ts";

/** An API call that an app sent, with its response. */
export interface ForwardedCall {
  method: string;
  url: URL;
  answer: unknown;
}

/** A proxy between an app and the platform, which forwards and records the app's API calls. */
export interface RecordingForwarder {
  port: number;
  calls: readonly ForwardedCall[];
  /** Change the JSON of answers from now on. */
  rewrite(change: (call: ForwardedCall) => unknown): void;
}

/** Start a forwarder; an app reaches it as every host below the platform's domain, at the forwarder's port. */
export async function startRecordingForwarder(fixture: ConformanceFixture): Promise<RecordingForwarder> {
  const calls: ForwardedCall[] = [];
  let change = ({ answer }: ForwardedCall): unknown => answer;

  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", headers } = incoming;
    const url = new URL(incoming.url ?? "/", `http://${headers.host}`);
    url.protocol = fixture.baseUrl.protocol;
    url.port = fixture.baseUrl.port;
    const sent = Object.entries(headers).filter(
      ([name, value]) => typeof value === "string" && !["host", "connection"].includes(name),
    );
    const body = await buffer(incoming);
    const answer = await fixture.request(url.href, {
      method,
      headers: Object.fromEntries(sent) as Record<string, string>,
      ...(body.length === 0 ? {} : { body }),
    });
    const call: ForwardedCall = { method, url, answer: answer.text === "" ? null : answer.json() };
    const rewritten = change(call);
    calls.push({ ...call, answer: rewritten });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(rewritten));
  }

  const server = createServer((incoming, response) => {
    forward(incoming, response).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  fixture.onClose(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  return {
    port: (server.address() as AddressInfo).port,
    calls,
    rewrite: (next) => {
      change = next;
    },
  };
}
