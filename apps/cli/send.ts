import { request } from "node:http";
import { CliError } from "./cli-error.ts";
import type { ReadyServer } from "./ready-server.ts";

export interface Sent {
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** JSON text, sent to the byte as it is. */
  body?: string;
}

export interface Answered {
  status: number;
  text: string;
}

const anyAddress: Readonly<Record<string, string>> = { "::": "::1", "0.0.0.0": "127.0.0.1" };
const patienceMs = 15_000;

/**
 * Sends a request to the admin host of a server on this machine, straight to where it listens: its public name may lead
 * through a proxy, or be below localhost, which Node does not resolve everywhere (RFC 6761).
 */
export function send(server: ReadyServer, { method, path, headers, body }: Sent): Promise<Answered> {
  const [first] = server.listening;
  if (!first) throw new CliError(`The server of process ${server.pid} listens nowhere.`);
  const host = anyAddress[first.address] ?? first.address;
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  const sent = request({
    host,
    port: first.port,
    method,
    path,
    timeout: patienceMs,
    headers: {
      host: new URL(server.addresses.admin).host,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
  });
  sent.on("timeout", () => sent.destroy(new Error(`no answer within ${patienceMs / 1000} s`)));
  sent.on("error", (error) =>
    reject(
      new CliError(
        `The server that ready.json names (process ${server.pid}, ${host} port ${first.port}) does not answer: ${error.message}.`,
        { cause: error },
      ),
    ),
  );
  sent.on("response", (response) => {
    let text = "";
    response.setEncoding("utf8").on("data", (part: string) => (text += part));
    response.on("error", reject).on("end", () => resolve({ status: response.statusCode ?? 0, text }));
  });
  sent.end(body);
  return promise;
}
