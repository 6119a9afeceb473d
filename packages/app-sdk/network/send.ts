import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Send } from "@souk/client";
import { isLocalhostName, lookupLocalhost } from "./loopback.ts";

export interface SendOptions {
  /** Longest time from start to last byte, in ms; defaults to 30,000. */
  timeoutMs?: number;
}

const maxResponseBytes = 64 * 1024 * 1024;
const withoutBody = [204, 205, 304];

/**
 * Create the function that sends an app's API calls.
 *
 * It follows no redirects, so that a token or a secret only reaches the URL it was meant for, and it resolves `*.localhost` to
 * this machine (RFC 6761), which Node's own `fetch` does not. A call without a response ends with an error.
 */
export function createSend({ timeoutMs = 30_000 }: SendOptions = {}): Send {
  const agents = {
    "http:": new HttpAgent({ keepAlive: true }),
    "https:": new HttpsAgent({ keepAlive: true }),
  };

  return async (address, init) => {
    const url = new URL(address);
    if (url.protocol !== "http:" && url.protocol !== "https:")
      throw new TypeError(`Only http and https URLs are supported, not ${url.protocol}`);
    const late = AbortSignal.timeout(timeoutMs);
    const body = readBody(init);
    const options: RequestOptions = {
      method: init.method ?? "GET",
      headers: { ...Object.fromEntries(new Headers(init.headers)), ...getLengthHeader(body) },
      agent: agents[url.protocol],
      signal: init.signal ? AbortSignal.any([init.signal, late]) : late,
      ...(isLocalhostName(url.hostname) ? { lookup: lookupLocalhost } : {}),
    };
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const sent = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, options);
    sent.on("error", reject);
    sent.on("response", (answer) => void readAnswer(answer).then(resolve, reject));
    sent.end(body);
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

async function readAnswer(answer: IncomingMessage): Promise<Response> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxResponseBytes) throw new Error(`The response is larger than ${maxResponseBytes} bytes.`);
    parts.push(part);
  }
  const status = answer.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  return new Response(withoutBody.includes(status) ? null : Buffer.concat(parts), { status, headers });
}
