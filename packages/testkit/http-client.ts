import { Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";

export interface RequestOptions {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as it is. */
  body?: string | Buffer;
  /** Sent as JSON with its content type, in place of `body`. */
  json?: unknown;
  /** Sent as a form with its content type, in place of `body`. */
  form?: Readonly<Record<string, string>>;
  /** The header Service-Access-Token. */
  token?: string;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** Return the body as JSON, cast to the type that the caller names. @throws when it is not JSON */
  json<T>(): T;
  /** The Location header; empty when there is none. */
  location: string;
}

/** A function that sends requests to addresses like `http://demo.souk.localhost:4000/…`. */
export type HttpClient = (url: string, options?: RequestOptions) => Promise<Answer>;

export interface ConnectedClient {
  request: HttpClient;
  /** Close the connections that were kept open. */
  stop(): void;
}

/**
 * A client that connects to one place whatever the host of an address, which goes into the Host header: Node on Linux
 * does not resolve `*.localhost` (RFC 6761).
 * @param target `localAddress`: the address of this machine that it connects from, for the limits of one address
 */
export function httpClient(target: { host: string; port: number; localAddress?: string }): ConnectedClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return {
    request: (url, options = {}) => send(agent, target, url, options),
    stop: () => agent.destroy(),
  };
}

function toContent(options: RequestOptions): { type?: string; body?: string | Buffer } {
  if (options.json !== undefined) return { type: "application/json", body: JSON.stringify(options.json) };
  if (options.form !== undefined) {
    return {
      type: "application/x-www-form-urlencoded",
      body: new URLSearchParams({ ...options.form }).toString(),
    };
  }
  return options.body === undefined ? {} : { body: options.body };
}

function send(
  agent: Agent,
  target: { host: string; port: number; localAddress?: string },
  url: string,
  options: RequestOptions,
): Promise<Answer> {
  const { host, pathname, search } = new URL(url);
  const { type, body } = toContent(options);
  const headers = {
    host,
    ...(type === undefined ? {} : { "content-type": type }),
    ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
    ...(options.token === undefined ? {} : { "service-access-token": options.token }),
    ...options.headers,
  };
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const path = `${pathname}${search}`;
  const sent = httpRequest({ ...target, agent, path, method: options.method ?? "GET", headers });
  sent.on("error", reject);
  sent.on("response", (response) => {
    const parts: Buffer[] = [];
    response.on("data", (part: Buffer) => parts.push(part));
    response.on("error", reject);
    response.on("end", () => {
      const text = Buffer.concat(parts).toString("utf8");
      resolve(createAnswer(response.statusCode ?? 0, response.headers, text));
    });
  });
  sent.end(body);
  return promise;
}

function createAnswer(status: number, headers: IncomingHttpHeaders, text: string): Answer {
  return {
    status,
    headers,
    text,
    json: <T>() => JSON.parse(text) as T,
    location: headers.location ?? "",
  };
}
