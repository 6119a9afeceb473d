import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Send } from "@souk/client";
import { CliError } from "../cli-error.ts";

const requestTimeoutMs = 15_000;

/**
 * Create a function that sends requests to paths of an origin and does not follow redirects. For a subdomain of localhost, the function
 * connects to 127.0.0.1, because not every resolver knows these subdomains (RFC 6761).
 */
export function createSender(origin: string): Send {
  const { protocol, hostname } = new URL(origin);
  const request = protocol === "https:" ? httpsRequest : httpRequest;
  return async (path, init) => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const body = typeof init.body === "string" ? init.body : "";
    const url = new URL(path, origin);
    const outgoing = request(
      {
        protocol,
        host: hostname.endsWith(".localhost") ? "127.0.0.1" : hostname,
        port: url.port,
        path: `${url.pathname}${url.search}`,
        method: init.method ?? "GET",
        signal: AbortSignal.timeout(requestTimeoutMs),
        headers: {
          ...Object.fromEntries(new Headers(init.headers)),
          host: url.host,
          ...(body === "" ? {} : { "content-length": Buffer.byteLength(body) }),
        },
      },
      resolve,
    );
    outgoing.on("error", reject);
    outgoing.end(body);
    return readResponse(await promise.catch((error: unknown) => throwUnreachable(origin, error)));
  };
}

async function readResponse(response: IncomingMessage): Promise<Response> {
  let text = "";
  for await (const chunk of response.setEncoding("utf8") as AsyncIterable<string>) text += chunk;
  const headers = new Headers();
  for (const [name, values] of Object.entries(response.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  return new Response(text, { status: response.statusCode ?? 0, headers });
}

function throwUnreachable(origin: string, error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new CliError(
    `${origin} does not respond: ${reason}. Check that the platform is running, or choose another with --platform.`,
    { cause: error },
  );
}
