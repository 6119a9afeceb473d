import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "./eventually.ts";
import { mustBeStopped } from "./left-behind.ts";

/** A request as received. */
export interface ReceivedRequest {
  method: string;
  /** Path and query. */
  path: string;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** The exact bytes, for signatures. */
  body: Buffer;
  /** The time at which the last byte was received, in ms of `performance.now()`. */
  at: number;
}

/**
 * A receiver's reaction to a request. `hang`: reads it and never responds. `reset`: breaks the connection. `delay`: ms
 * before the status is sent, or a promise to wait for.
 */
export type ReceiverAnswer =
  | "hang"
  | "reset"
  | {
      status: number;
      delay?: number | Promise<unknown>;
      headers?: Readonly<Record<string, string>>;
      body?: string | Buffer;
    };

/**
 * A response, or a function that chooses one by the request and its position in the order of arrival, from 0.
 */
export type AnswerRule = ReceiverAnswer | ((request: ReceivedRequest, index: number) => ReceiverAnswer);

export interface RecordingReceiver {
  /** `http://127.0.0.1:{port}`; every path below it is received. */
  url: string;
  port: number;
  /** The requests in the order in which they were complete. */
  requests: readonly ReceivedRequest[];
  /** Set the response from now on; 200 before the first call. */
  answer(rule: AnswerRule): void;
  /**
   * Wait for the first request that passes a check.
   * @param within longest wait in ms
   */
  received(check?: (request: ReceivedRequest) => boolean, within?: number): Promise<ReceivedRequest>;
  /** Wait until so many requests have arrived. */
  count(atLeast: number, within?: number): Promise<readonly ReceivedRequest[]>;
  stop(): Promise<void>;
}

/** Start a real HTTP server that records every request, in place of an app. */
export async function recordingReceiver(): Promise<RecordingReceiver> {
  const stopped = mustBeStopped("a recording receiver");
  const requests: ReceivedRequest[] = [];
  let rule: AnswerRule = { status: 200 };
  const stopping = new AbortController();

  async function receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    requests.push(request);
    const answer = typeof rule === "function" ? rule(request, requests.length - 1) : rule;
    if (answer === "hang") return;
    if (answer === "reset") return incoming.socket.resetAndDestroy() && undefined;
    if (typeof answer.delay === "number") await sleep(answer.delay, undefined, { signal: stopping.signal });
    else await answer.delay;
    response.writeHead(answer.status, { ...answer.headers }).end(answer.body);
  }

  const server = createServer((incoming, response) => {
    // A sender that breaks off, or the stop, ends the exchange; neither is the test's failure.
    receive(incoming, response).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    answer: (next) => {
      rule = next;
    },
    received: (check = () => true, within = 30_000) => eventually(() => requests.find(check), { within }),
    count: (atLeast, within = 30_000) => eventually(() => requests.length >= atLeast && requests, { within }),
    stop: async () => {
      stopped();
      stopping.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part);
  const headers = Object.entries(incoming.headersDistinct).map(([name, values]) => [
    name,
    (values ?? []).join(", "),
  ]);
  return {
    method: incoming.method ?? "",
    path: incoming.url ?? "",
    headers: Object.fromEntries(headers),
    body: Buffer.concat(parts),
    at: performance.now(),
  };
}
