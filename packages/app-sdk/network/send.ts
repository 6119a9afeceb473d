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
  /** Longest time from the start to the last byte, in ms; 30,000 when left out. */
  timeoutMs?: number;
}

const largestAnswer = 64 * 1024 * 1024;
const withoutBody = [204, 205, 304];

/**
 * Makes the sender of an app's calls.
 *
 * It follows no redirect, so that a token or a secret goes to the address it was meant for and nowhere else, and it finds
 * `*.localhost` on this machine (RFC 6761), which Node's own `fetch` does not. A call that the other side leaves unanswered
 * ends with an error.
 */
export function createSend({ timeoutMs = 30_000 }: SendOptions = {}): Send {
  const agents = {
    "http:": new HttpAgent({ keepAlive: true }),
    "https:": new HttpsAgent({ keepAlive: true }),
  };

  return async (address, init) => {
    const url = new URL(address);
    if (url.protocol !== "http:" && url.protocol !== "https:")
      throw new TypeError(`Only http and https addresses are called, not ${url.protocol}`);
    const late = AbortSignal.timeout(timeoutMs);
    const body = bodyOf(init);
    const options: RequestOptions = {
      method: init.method ?? "GET",
      headers: { ...Object.fromEntries(new Headers(init.headers)), ...lengthOf(body) },
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

function bodyOf({ body }: RequestInit): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === "string") return body;
  throw new TypeError("The body of a call is a text.");
}

function lengthOf(body: string | undefined): { "content-length"?: number } {
  return body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
}

async function readAnswer(answer: IncomingMessage): Promise<Response> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > largestAnswer) throw new Error(`The answer is larger than ${largestAnswer} bytes.`);
    parts.push(part);
  }
  const status = answer.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  return new Response(withoutBody.includes(status) ? null : Buffer.concat(parts), { status, headers });
}
