import { operations, surfaces } from "@souk/contract";
import { CliError } from "./cli-error.ts";
import type { Command } from "./command.ts";
import { readOptions } from "./read-options.ts";
import { getReadyServer } from "./ready-server.ts";
import { createRejection, sendSigned } from "./send-signed.ts";

const operation = operations.removeFactorsByOperator;
const path = `${surfaces[operation.surface].base}${operation.path}`;

/** The command that removes the second factors of an account, for people who have lost their device and their recovery codes. */
export const accountRemoveFactors: Command = {
  words: "account remove-factors",
  usage: "--email <address>",
  summary:
    "Removes the authenticator app, all passkeys and the recovery codes of an account, and signs it out everywhere. First make sure that the request comes from the account's owner.",
  run: async (args, config, terminal) => {
    const { email } = readOptions(args, { email: { type: "string" } });
    if (email === undefined) throw new CliError("Missing option --email. Example: --email you@example.com");
    const server = await getReadyServer(config.dataDir);
    const { method, wrapper } = operation;
    const body = JSON.stringify({ [wrapper]: { email } });
    const response = await sendSigned(server, config, { method, path, body });
    if (response.status !== 200) throw createRejection(response);
    terminal.output.write(
      `${email} has no second factor anymore and was signed out everywhere. The password alone is now enough to sign in.\n`,
    );
    return 0;
  },
};
