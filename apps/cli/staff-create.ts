import { errors, operations, passwordLength, surfaces } from "@souk/contract";
import { operatorKey, signOperator } from "@souk/signing";
import { CliError } from "./cli-error.ts";
import { now } from "./clock.ts";
import type { Command } from "./command.ts";
import { readOptions } from "./read-options.ts";
import { readPassword } from "./read-password.ts";
import { readyServer } from "./ready-server.ts";
import { platformKey } from "./secret-key.ts";
import { type Answered, send } from "./send.ts";

const operation = operations.createStaff;
const path = `${surfaces[operation.surface].base}${operation.path}`;

/** Makes a staff account on the running server, proven by the platform's secret key. */
export const staffCreate: Command = {
  words: "staff create",
  takes: "--email <address> [--name <name>] [--password <password>]",
  summary: `Makes a platform staff account. Without --password it is asked for, or read from a pipe; it has ${passwordLength.minLength} characters or more.`,
  run: async (args, config, terminal) => {
    const text = { type: "string" } as const;
    const { email, name, password } = readOptions(args, { email: text, name: text, password: text });
    if (email === undefined) throw new CliError("Say for whom: --email you@example.com.");
    const server = await readyServer(config.dataDir);
    const key = operatorKey(await platformKey(config));
    const staff = {
      email,
      password: password ?? (await readPassword(terminal, email)),
      ...(name === undefined ? {} : { name }),
    };
    const { method } = operation;
    const body = JSON.stringify({ staff });
    // The signature counts from now, after the typing.
    const authorization = signOperator({ method, path, body }, key, now());
    const answer = await send(server, { method, path, headers: { authorization }, body });
    if (answer.status !== 200) throw refused(answer);
    terminal.output.write(`${email} may sign in at ${server.addresses.admin} now.\n`);
    return 0;
  },
};

interface ErrorBody {
  error?: { code?: string; message?: string; fields?: { path: string; message: string }[] };
}

function refused({ status, text }: Answered): CliError {
  const { code, message, fields = [] } = errorOf(text);
  if (code === "operator_key_invalid") {
    return new CliError(
      `${errors.operator_key_invalid.message} The server has another secret key than the one found here.`,
    );
  }
  const details = fields.map(({ path, message: why }) => ` ${path.replace(/^staff\./, "")}: ${why}`);
  return new CliError(`The server refused: ${message ?? `it answered ${status}.`}${details.join("")}`);
}

function errorOf(text: string): NonNullable<ErrorBody["error"]> {
  try {
    return (JSON.parse(text) as ErrorBody | null)?.error ?? {};
  } catch {
    return {};
  }
}
