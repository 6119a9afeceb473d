import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "./eventually.ts";
import { registerResource } from "./leaked-resources.ts";

/** A received request. */
export interface ReceivedRequest {
  method: string;
  /** Path and query. */
  path: string;
  /** Headers by lowercase name. */
  headers: Readonly<Record<string, string>>;
  /** The exact bytes of the body, so that signatures can be verified. */
  body: Buffer;
  /** The time at which the last byte was received, in ms of `performance.now()`. */
  receivedAtMs: number;
}

/**
 * A response of the receiver. With `hang`, the receiver reads the request and never responds. With `reset`, it resets the connection.
 * `delay` is the time in ms to wait before the response, or a promise to wait for.
 */
export type ReceiverResponse =
  | "hang"
  | "reset"
  | {
      status: number;
      delay?: number | Promise<unknown>;
      headers?: Readonly<Record<string, string>>;
      body?: string | Buffer;
    };

/** A response, or a function that returns the response to a request. `index` counts the received requests from 0. */
export type ResponseRule = ReceiverResponse | ((request: ReceivedRequest, index: number) => ReceiverResponse);

export interface RecordingReceiver {
  /** `http://127.0.0.1:{port}`. Requests for all its paths are received. */
  url: string;
  port: number;
  /** All requests, in the order in which they were completely received. */
  requests: readonly ReceivedRequest[];
  /** Set the response to all following requests. Before the first call, the receiver responds with status 200. */
  respondWith(rule: ResponseRule): void;
  /**
   * Wait until a request that passes the check has been received. @returns the first such request
   * @param timeoutMs maximum wait in milliseconds
   */
  waitForRequest(check?: (request: ReceivedRequest) => boolean, timeoutMs?: number): Promise<ReceivedRequest>;
  /** Wait until at least this number of requests has been received. @returns all requests */
  waitForRequests(minCount: number, timeoutMs?: number): Promise<readonly ReceivedRequest[]>;
  stop(): Promise<void>;
}

/** Start an HTTP server that records every request, for example as the server of an app. */
export async function startRecordingReceiver(): Promise<RecordingReceiver> {
  const unregister = registerResource("a recording receiver");
  const requests: ReceivedRequest[] = [];
  let rule: ResponseRule = { status: 200 };
  const stopController = new AbortController();

  async function receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    requests.push(request);
    const reaction = typeof rule === "function" ? rule(request, requests.length - 1) : rule;
    if (reaction === "hang") return;
    if (reaction === "reset") {
      incoming.socket.resetAndDestroy();
      return;
    }
    if (typeof reaction.delay === "number")
      await sleep(reaction.delay, undefined, { signal: stopController.signal });
    else await reaction.delay;
    response.writeHead(reaction.status, { ...reaction.headers }).end(reaction.body);
  }

  const server = createServer((incoming, response) => {
    // The sender may break the connection, or the receiver may be stopped. Neither should fail the test.
    receive(incoming, response).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    respondWith: (newRule) => {
      rule = newRule;
    },
    waitForRequest: (check = () => true, timeoutMs = 30_000) =>
      eventually(() => requests.find(check), { timeoutMs }),
    waitForRequests: (minCount, timeoutMs = 30_000) =>
      eventually(() => requests.length >= minCount && requests, { timeoutMs }),
    stop: async () => {
      unregister();
      stopController.abort();
      const serverClosed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await serverClosed;
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const headers = Object.entries(incoming.headersDistinct).map(([name, values]) => [
    name,
    (values ?? []).join(", "),
  ]);
  return {
    method: incoming.method ?? "",
    path: incoming.url ?? "",
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks),
    receivedAtMs: performance.now(),
  };
}
