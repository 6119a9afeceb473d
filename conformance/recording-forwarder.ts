import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { ConformanceFixture } from "./conformance-fixture.ts";

/** An API call of an app, with the response that the app received. */
export interface ForwardedCall {
  method: string;
  url: URL;
  response: unknown;
}

/** A proxy between an app and the platform that forwards and records the app's API calls. */
export interface RecordingForwarder {
  port: number;
  calls: readonly ForwardedCall[];
  /** Replace the JSON of all further responses with the result of `change`, which gets the call with the platform's response. */
  rewrite(change: (call: ForwardedCall) => unknown): void;
}

/** Start a forwarder. The app calls the platform's hostnames at the forwarder's port instead of the platform's. */
export async function startRecordingForwarder(fixture: ConformanceFixture): Promise<RecordingForwarder> {
  const calls: ForwardedCall[] = [];
  let rewriteBody = (call: ForwardedCall): unknown => call.response;

  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", headers } = incoming;
    const url = new URL(incoming.url ?? "/", `http://${headers.host}`);
    url.protocol = fixture.baseUrl.protocol;
    url.port = fixture.baseUrl.port;
    const forwardedHeaders = Object.entries(headers).filter(
      ([name, value]) => typeof value === "string" && !["host", "connection"].includes(name),
    );
    const body = await buffer(incoming);
    const platformResponse = await fixture.request(url.href, {
      method,
      headers: Object.fromEntries(forwardedHeaders) as Record<string, string>,
      ...(body.length === 0 ? {} : { body }),
    });
    const responseBody = platformResponse.text === "" ? null : platformResponse.json();
    const rewrittenBody = rewriteBody({ method, url, response: responseBody });
    calls.push({ method, url, response: rewrittenBody });
    response
      .writeHead(platformResponse.status, { "content-type": "application/json" })
      .end(JSON.stringify(rewrittenBody));
  }

  const server = createServer((incoming, response) => {
    forward(incoming, response).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  fixture.onClose(async () => {
    const closePromise = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closePromise;
  });
  return {
    port: (server.address() as AddressInfo).port,
    calls,
    rewrite: (change) => {
      rewriteBody = change;
    },
  };
}
