import { operations, passwordLength, surfaces } from "@souk/contract";
import { CliError } from "./cli-error.ts";
import type { Command } from "./command.ts";
import { readOptions } from "./read-options.ts";
import { readPassword } from "./read-password.ts";
import { getReadyServer } from "./ready-server.ts";
import { createRejection, sendSigned } from "./send-signed.ts";

const operation = operations.setPasswordByOperator;
const path = `${surfaces[operation.surface].base}${operation.path}`;

/** The command that sets an account's password and ends its sessions, for people who cannot get a reset link by email. */
export const accountPassword: Command = {
  words: "account password",
  usage: "--email <address>",
  summary: `Sets the password of any account and signs it out everywhere. The password is read from a prompt or a pipe. It must have at least ${passwordLength.minLength} characters.`,
  run: async (args, config, terminal) => {
    const { email } = readOptions(args, { email: { type: "string" } });
    if (email === undefined) throw new CliError("Missing option --email. Example: --email you@example.com");
    const server = await getReadyServer(config.dataDir);
    const password = await readPassword(terminal, email);
    const { method, wrapper } = operation;
    const body = JSON.stringify({ [wrapper]: { email, password } });
    // Sign after the password prompt, because the signature is valid for only five minutes.
    const response = await sendSigned(server, config, { method, path, body });
    if (response.status !== 200) throw createRejection(response);
    terminal.output.write(`${email} has a new password and was signed out everywhere.\n`);
    return 0;
  },
};
