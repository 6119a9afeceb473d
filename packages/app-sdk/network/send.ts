import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Send } from "@souk/client";
import { isLocalhostName, lookupLocalhost } from "./loopback.ts";

/** The options of `createSend`. */
export interface SendOptions {
  /** The maximum time from the start of a call to the last byte of its response, in ms; defaults to 30,000. */
  timeoutMs?: number;
}

const maxResponseBytes = 64 * 1024 * 1024;
const bodylessStatuses = [204, 205, 304];

/**
 * Create the function that sends an app's API calls.
 *
 * It follows no redirects, so that a token or a secret reaches only the intended URL. It resolves `*.localhost` to this
 * machine (RFC 6761), which Node's `fetch` does not. The promise of a call that gets no response is rejected.
 */
export function createSend({ timeoutMs = 30_000 }: SendOptions = {}): Send {
  const agents = {
    "http:": new HttpAgent({ keepAlive: true }),
    "https:": new HttpsAgent({ keepAlive: true }),
  };

  return async (href, init) => {
    const url = new URL(href);
    if (url.protocol !== "http:" && url.protocol !== "https:")
      throw new TypeError(`Only http and https URLs are supported, not ${url.protocol}`);
    const timeoutSignal = AbortSignal.timeout(timeoutMs);
    const body = readBody(init);
    const options: RequestOptions = {
      method: init.method ?? "GET",
      headers: { ...Object.fromEntries(new Headers(init.headers)), ...getLengthHeader(body) },
      agent: agents[url.protocol],
      signal: init.signal ? AbortSignal.any([init.signal, timeoutSignal]) : timeoutSignal,
      ...(isLocalhostName(url.hostname) ? { lookup: lookupLocalhost } : {}),
    };
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, options);
    request.on("error", reject);
    request.on("response", (message) => void readResponse(message).then(resolve, reject));
    request.end(body);
    return await promise;
  };
}

function readBody({ body }: RequestInit): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === "string") return body;
  throw new TypeError("The body of a call must be a string.");
}

function getLengthHeader(body: string | undefined): { "content-length"?: number } {
  return body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
}

async function readResponse(message: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxResponseBytes) throw new Error(`The response is larger than ${maxResponseBytes} bytes.`);
    chunks.push(chunk);
  }
  const status = message.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  return new Response(bodylessStatuses.includes(status) ? null : Buffer.concat(chunks), { status, headers });
}
