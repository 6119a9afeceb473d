import { request } from "node:http";
import { CliError } from "./cli-error.ts";
import type { ReadyServer } from "./ready-server.ts";

export interface ServerRequest {
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** JSON text, outgoing unchanged to the byte. */
  body?: string;
}

export interface ServerResponse {
  status: number;
  text: string;
}

const loopbackByWildcard: Readonly<Record<string, string>> = { "::": "::1", "0.0.0.0": "127.0.0.1" };
const timeoutMs = 15_000;

/**
 * Send a request to the admin host of a server on this machine, directly to its listening address. Its public name may point
 * to a proxy, or be below localhost, which Node does not resolve everywhere (RFC 6761).
 */
export function send(
  server: ReadyServer,
  { method, path, headers, body }: ServerRequest,
): Promise<ServerResponse> {
  const [first] = server.listening;
  if (!first) throw new CliError(`The server of process ${server.pid} is not listening.`);
  const host = loopbackByWildcard[first.address] ?? first.address;
  const { promise, resolve, reject } = Promise.withResolvers<ServerResponse>();
  const outgoing = request({
    host,
    port: first.port,
    method,
    path,
    timeout: timeoutMs,
    headers: {
      host: new URL(server.addresses.admin).host,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
  });
  outgoing.on("timeout", () => outgoing.destroy(new Error(`no response within ${timeoutMs / 1000} s`)));
  outgoing.on("error", (error) =>
    reject(
      new CliError(
        `The server in ready.json (process ${server.pid}, ${host} port ${first.port}) does not respond: ${error.message}.`,
        { cause: error },
      ),
    ),
  );
  outgoing.on("response", (response) => {
    let text = "";
    response.setEncoding("utf8").on("data", (part: string) => (text += part));
    response.on("error", reject).on("end", () => resolve({ status: response.statusCode ?? 0, text }));
  });
  outgoing.end(body);
  return promise;
}
