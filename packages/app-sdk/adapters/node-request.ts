import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { App } from "../create-app.ts";

/** A request of Node's, with the fields that frameworks add to it. */
export type NodeRequest = IncomingMessage & { originalUrl?: string; body?: unknown; rawBody?: unknown };

/** Return whether a request is for one of the app's own URLs, without reading its body. */
export function isAppRequest(app: App, request: NodeRequest): boolean {
  const { pathname } = buildUrl(app, request);
  return app.routes.some(({ method, path }) => method === request.method && path === pathname);
}

/** Answer a request to one of the app's URLs. */
export async function answerRequest(app: App, request: NodeRequest, reply: ServerResponse): Promise<void> {
  await sendResponse(await app.fetch(standardRequest(app, request)), reply);
}

/**
 * Convert a request of Node's to a standard one, with its raw bytes.
 *
 * @throws Error when other code has already read the body and kept no bytes: the signature cannot be verified then (WHK-11)
 */
export function standardRequest(app: App, request: NodeRequest): Request {
  const headers = new Headers();
  for (const [name, values] of Object.entries(request.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  const { method = "GET" } = request;
  const body = method === "GET" || method === "HEAD" ? {} : readBody(request);
  return new Request(buildUrl(app, request), { method, headers, ...body });
}

// The app's own URL is a setting: anyone can send any Host header.
function buildUrl(app: App, request: NodeRequest): URL {
  const target = request.originalUrl ?? request.url ?? "/";
  return URL.parse(`${app.origin}${target.startsWith("/") ? target : "/"}`) ?? new URL(app.origin);
}

function readBody(request: NodeRequest): {
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>;
  duplex: "half";
} {
  const kept = [request.rawBody, request.body].find((value) => value instanceof Uint8Array);
  if (kept instanceof Uint8Array) return { body: new Uint8Array(kept), duplex: "half" };
  if (request.readableDidRead)
    throw new Error(
      "The body of a webhook was read before the app could check its signature. Mount the app before express.json() and every other body parser, or keep the raw bytes as request.rawBody.",
    );
  return { body: Readable.toWeb(request) as ReadableStream<Uint8Array>, duplex: "half" };
}

/** Send a standard response. Headers already set on the reply, such as helmet's framing rule, are replaced. */
export async function sendResponse(answer: Response, reply: ServerResponse): Promise<void> {
  reply.statusCode = answer.status;
  for (const name of ["x-frame-options", "content-security-policy"]) reply.removeHeader(name);
  for (const [name, value] of answer.headers) if (name !== "set-cookie") reply.setHeader(name, value);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) reply.appendHeader("set-cookie", cookies);
  if (answer.body === null) {
    reply.end();
    return;
  }
  try {
    await pipeline(Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]), reply);
  } catch (error) {
    if (!hasLeft(error)) throw error;
  }
}

/** Return whether the error means that the client closed the connection before the response was complete. */
function hasLeft(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
}
