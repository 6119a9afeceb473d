import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Send } from "@souk/client";
import { CliError } from "../cli-error.ts";

const patienceMs = 15_000;

/**
 * Sends paths to an origin and follows no redirect. A name below localhost is this machine without asking a resolver, which
 * does not know it everywhere (RFC 6761).
 */
export function sendTo(origin: string): Send {
  const { protocol, hostname } = new URL(origin);
  const request = protocol === "https:" ? httpsRequest : httpRequest;
  return async (path, init) => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const body = typeof init.body === "string" ? init.body : "";
    const url = new URL(path, origin);
    const sent = request(
      {
        protocol,
        host: hostname.endsWith(".localhost") ? "127.0.0.1" : hostname,
        port: url.port,
        path: `${url.pathname}${url.search}`,
        method: init.method ?? "GET",
        signal: AbortSignal.timeout(patienceMs),
        headers: {
          ...Object.fromEntries(new Headers(init.headers)),
          host: url.host,
          ...(body === "" ? {} : { "content-length": Buffer.byteLength(body) }),
        },
      },
      resolve,
    );
    sent.on("error", reject);
    sent.end(body);
    return readAnswer(await promise.catch((error: unknown) => unreachable(origin, error)));
  };
}

async function readAnswer(answer: IncomingMessage): Promise<Response> {
  let text = "";
  for await (const part of answer.setEncoding("utf8") as AsyncIterable<string>) text += part;
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  return new Response(text, { status: answer.statusCode ?? 0, headers });
}

function unreachable(origin: string, error: unknown): never {
  const why = error instanceof Error ? error.message : String(error);
  throw new CliError(
    `${origin} does not answer: ${why}. Is the platform running there? --platform names another one.`,
    { cause: error },
  );
}
