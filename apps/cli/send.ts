import { request } from "node:http";
import { CliError } from "./cli-error.ts";
import type { ReadyServer } from "./ready-server.ts";

export interface ServerRequest {
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** JSON text, sent unchanged because its bytes are signed. */
  body?: string;
}

export interface ServerResponse {
  status: number;
  text: string;
}

/** The address at which this machine reaches a server that listens on all addresses. */
const loopbackByWildcard: Readonly<Record<string, string>> = { "::": "::1", "0.0.0.0": "127.0.0.1" };
const requestTimeoutMs = 15_000;

/**
 * Send a request to the admin of a server on this machine. The request connects to the address on which the server
 * listens, not to the admin's hostname, because the hostname may point to a proxy, or may be a subdomain of localhost,
 * which Node does not resolve on all machines (RFC 6761).
 */
export function send(
  server: ReadyServer,
  { method, path, headers, body }: ServerRequest,
): Promise<ServerResponse> {
  const [listeningAddress] = server.listening;
  if (!listeningAddress) throw new CliError(`The server of process ${server.pid} is not listening.`);
  const { port } = listeningAddress;
  const host = loopbackByWildcard[listeningAddress.address] ?? listeningAddress.address;
  const { promise, resolve, reject } = Promise.withResolvers<ServerResponse>();
  const outgoing = request({
    host,
    port,
    method,
    path,
    timeout: requestTimeoutMs,
    headers: {
      host: new URL(server.addresses.admin).host,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
  });
  outgoing.on("timeout", () =>
    outgoing.destroy(new Error(`no response within ${requestTimeoutMs / 1000} s`)),
  );
  outgoing.on("error", (error) =>
    reject(
      new CliError(
        `The server in ready.json (process ${server.pid}, ${host} port ${port}) does not respond: ${error.message}.`,
        { cause: error },
      ),
    ),
  );
  outgoing.on("response", (response) => {
    let text = "";
    response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    response.on("error", reject).on("end", () => resolve({ status: response.statusCode ?? 0, text }));
  });
  outgoing.end(body);
  return promise;
}
