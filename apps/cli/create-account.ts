import { operations, passwordLength, surfaces } from "@souk/contract";
import { CliError } from "./cli-error.ts";
import type { Command } from "./command.ts";
import { readOptions } from "./read-options.ts";
import { readPassword } from "./read-password.ts";
import { getReadyServer } from "./ready-server.ts";
import { createRejection, sendSigned } from "./send-signed.ts";

type CreatingOperation = typeof operations.createStaff | typeof operations.createAccountByOperator;

const usage = "--email <address> [--name <name>] [--password <password>]";
const passwordHint = `Other users of this machine can see --password in the list of processes; without it, the password is read from a prompt or a pipe. It must have at least ${passwordLength.minLength} characters.`;

/** The command that creates a staff account on the running server. It signs the request with the platform's secret key. */
export const staffCreate: Command = {
  words: "staff create",
  usage,
  summary: `Creates a platform staff account. ${passwordHint}`,
  run: createRunFunction(operations.createStaff),
};

/** The command that creates the account of a merchant or a partner, even while sign-up is closed. */
export const accountCreate: Command = {
  words: "account create",
  usage,
  summary: `Creates an account for a merchant or a partner, whatever SOUK_SIGN_UP is. ${passwordHint}`,
  run: createRunFunction(operations.createAccountByOperator),
};

function createRunFunction(operation: CreatingOperation): Command["run"] {
  const path = `${surfaces[operation.surface].base}${operation.path}`;
  return async (args, config, terminal) => {
    const textOption = { type: "string" } as const;
    const optionTypes = { email: textOption, name: textOption, password: textOption };
    const { email, name, password } = readOptions(args, optionTypes);
    if (email === undefined) throw new CliError("Missing option --email. Example: --email you@example.com");
    const server = await getReadyServer(config.dataDir);
    const account = {
      email,
      password: password ?? (await readPassword(terminal, email)),
      ...(name === undefined ? {} : { name }),
    };
    const { method } = operation;
    const body = JSON.stringify({ [operation.wrapper]: account });
    // Sign after the password prompt, because the signature is valid for only five minutes.
    const response = await sendSigned(server, config, { method, path, body });
    if (response.status !== 200) throw createRejection(response);
    terminal.output.write(`${email} can now sign in at ${server.addresses.admin}.\n`);
    return 0;
  };
}
