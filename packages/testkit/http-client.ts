import { Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";

export interface RequestOptions {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent unchanged. */
  body?: string | Buffer;
  /** Sent as JSON with its content type, instead of `body`. */
  json?: unknown;
  /** Sent as a form with its content type, instead of `body`. */
  form?: Readonly<Record<string, string>>;
  /** Value of the header Service-Access-Token. */
  token?: string;
}

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** Parse the body as JSON, cast to the caller's type. @throws SyntaxError if it is not JSON */
  json<T>(): T;
  /** Value of the Location header; empty if it is missing. */
  location: string;
}

/** A function that sends requests to URLs such as `http://demo.souk.localhost:4000/…`. */
export type HttpClient = (url: string, options?: RequestOptions) => Promise<HttpResponse>;

export interface ConnectedClient {
  request: HttpClient;
  /** Close all open connections. */
  stop(): void;
}

/**
 * Create a client that connects to one target for every URL and sends the host of the URL in the Host header. Tests need it
 * because Node on Linux does not resolve `*.localhost` (RFC 6761).
 */
export function createHttpClient({
  maxConnections = 64,
  ...target
}: {
  host: string;
  port: number;
  /** The IP address from which the client connects, for tests of limits per IP address. */
  localAddress?: string;
  /** The maximum number of requests that run at once; 64 by default. */
  maxConnections?: number;
}): ConnectedClient {
  const agent = new Agent({ keepAlive: true, maxSockets: maxConnections });
  return {
    request: (url, options = {}) => send(agent, target, url, options),
    stop: () => agent.destroy(),
  };
}

function buildContent(options: RequestOptions): { type?: string; body?: string | Buffer } {
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
): Promise<HttpResponse> {
  const { host, pathname, search } = new URL(url);
  const { type, body } = buildContent(options);
  const headers = {
    host,
    ...(type === undefined ? {} : { "content-type": type }),
    ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
    ...(options.token === undefined ? {} : { "service-access-token": options.token }),
    ...options.headers,
  };
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
  const path = `${pathname}${search}`;
  const request = httpRequest({ ...target, agent, path, method: options.method ?? "GET", headers });
  request.on("error", reject);
  request.on("response", (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("error", reject);
    response.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      resolve(createResponse(response.statusCode ?? 0, response.headers, text));
    });
  });
  request.end(body);
  return promise;
}

function createResponse(status: number, headers: IncomingHttpHeaders, text: string): HttpResponse {
  return {
    status,
    headers,
    text,
    json: <T>() => JSON.parse(text) as T,
    location: headers.location ?? "",
  };
}
