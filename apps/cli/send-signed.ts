import { errors } from "@souk/contract";
import { deriveOperatorKey, signOperator } from "@souk/signing";
import { CliError } from "./cli-error.ts";
import { now } from "./clock.ts";
import type { CliConfig } from "./config.ts";
import type { ReadyServer } from "./ready-server.ts";
import { readPlatformKey } from "./secret-key.ts";
import { type ServerRequest, type ServerResponse, send } from "./send.ts";

/** Send a request to the server, signed with the platform's secret key. */
export async function sendSigned(
  server: ReadyServer,
  config: CliConfig,
  { method, path, body }: Omit<ServerRequest, "headers"> & { body: string },
): Promise<ServerResponse> {
  const key = deriveOperatorKey(await readPlatformKey(config));
  const authorization = signOperator({ method, path, body }, key, now());
  return send(server, { method, path, headers: { authorization }, body });
}

interface ErrorBody {
  error?: { code?: string; message?: string; fields?: { path: string; message: string }[] };
}

/** Create the error for a request that the server rejected. */
export function createRejection({ status, text }: ServerResponse): CliError {
  const { code, message, fields = [] } = parseError(text);
  if (code === "operator_key_invalid") {
    return new CliError(`${errors.operator_key_invalid.message} The server uses a different secret key.`);
  }
  // The error's message repeats the message of its first field.
  const reasons = fields.length > 0 ? fields.map((field) => field.message) : [message ?? `status ${status}.`];
  return new CliError(`The server rejected the request: ${reasons.join(" ")}`);
}

function parseError(text: string): NonNullable<ErrorBody["error"]> {
  try {
    return (JSON.parse(text) as ErrorBody | null)?.error ?? {};
  } catch {
    return {};
  }
}
