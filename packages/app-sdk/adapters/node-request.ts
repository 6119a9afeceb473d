import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { App } from "../create-app.ts";

/** A `node:http` request, with the fields that frameworks add to it. */
export type NodeRequest = IncomingMessage & { originalUrl?: string; body?: unknown; rawBody?: unknown };

/** Return whether a request is for one of the app's own URLs, without reading the request's body. */
export function isAppRequest(app: App, request: NodeRequest): boolean {
  const { pathname } = buildUrl(app, request);
  return app.routes.some(({ method, path }) => method === request.method && path === pathname);
}

/** Handle a request to one of the app's URLs and send the response. */
export async function handleAppRequest(app: App, request: NodeRequest, reply: ServerResponse): Promise<void> {
  await sendResponse(await app.fetch(toStandardRequest(app, request)), reply);
}

/**
 * Convert a `node:http` request to a standard `Request` with its raw bytes.
 *
 * @throws Error if other code has read the body without keeping the bytes, so that the signature cannot be verified (WHK-11)
 */
export function toStandardRequest(app: App, request: NodeRequest): Request {
  const headers = new Headers();
  for (const [name, values] of Object.entries(request.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  const { method = "GET" } = request;
  const body = method === "GET" || method === "HEAD" ? {} : readBody(request);
  return new Request(buildUrl(app, request), { method, headers, ...body });
}

// The origin comes from the settings, because anyone can send any Host header.
function buildUrl(app: App, request: NodeRequest): URL {
  const target = request.originalUrl ?? request.url ?? "/";
  return URL.parse(`${app.origin}${target.startsWith("/") ? target : "/"}`) ?? new URL(app.origin);
}

/**
 * Return the raw bytes that other code has kept, or else a stream of the body.
 * @throws Error if other code has read the body without keeping the bytes
 */
function readBody(request: NodeRequest): {
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>;
  duplex: "half";
} {
  const rawBody = [request.rawBody, request.body].find((value) => value instanceof Uint8Array);
  if (rawBody instanceof Uint8Array) return { body: new Uint8Array(rawBody), duplex: "half" };
  if (request.readableDidRead)
    throw new Error(
      "The body of a webhook was read before the app could check its signature. Mount the app before express.json() and every other body parser, or keep the raw bytes as request.rawBody.",
    );
  return { body: Readable.toWeb(request) as ReadableStream<Uint8Array>, duplex: "half" };
}

/**
 * Send a standard response. Headers that restrict framing and were set on the reply before, for example by helmet, are
 * removed.
 */
export async function sendResponse(response: Response, reply: ServerResponse): Promise<void> {
  reply.statusCode = response.status;
  for (const name of ["x-frame-options", "content-security-policy"]) reply.removeHeader(name);
  for (const [name, value] of response.headers) if (name !== "set-cookie") reply.setHeader(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.appendHeader("set-cookie", cookies);
  if (response.body === null) {
    reply.end();
    return;
  }
  try {
    await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), reply);
  } catch (error) {
    if (!isClientDisconnect(error)) throw error;
  }
}

/** Return whether the error means that the client closed the connection before the response was complete. */
function isClientDisconnect(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
}
