import { type OperationResponse, operations, surfaces } from "@souk/contract";
import { CliError } from "./cli-error.ts";
import type { Command } from "./command.ts";
import type { CliConfig } from "./config.ts";
import { readOptions } from "./read-options.ts";
import { getReadyServer, type ReadyServer } from "./ready-server.ts";
import { createRejection, sendSigned } from "./send-signed.ts";

const operation = operations.rotateSecretKeyByOperator;

/** The state of a rotation of the secret key. */
export type Rotation = OperationResponse<typeof operation>["rotation"];

/** The maximum number of records that one request encrypts. Each request is a single transaction, which should be short. */
const recordsPerStep = 500;

/** The command that encrypts all secrets with the new secret key while the server runs. It can be interrupted and repeated. */
export const keysRotate: Command = {
  words: "keys rotate",
  usage: "",
  summary:
    "Encrypts all stored secrets with the first key of SOUK_SECRET_KEY while the server runs. If it is interrupted, run it again.",
  run: async (args, config, { output }) => {
    readOptions(args, {});
    const server = await getReadyServer(config.dataDir);
    let rotation = await runRotationStep(server, config, 0);
    while (rotation.remaining_count > 0) {
      output.write(`${rotation.remaining_count} secrets are left.\n`);
      const nextRotation = await runRotationStep(server, config, recordsPerStep);
      // Records that are being changed at the moment are skipped, so the last steps may encrypt no records.
      if (nextRotation.rotated_count === 0 && nextRotation.remaining_count > 0)
        throw new CliError(
          `${nextRotation.remaining_count} secrets are in use at the moment. Run npm run souk -- keys rotate again.`,
        );
      rotation = nextRotation;
    }
    if (!rotation.is_complete)
      throw new CliError(
        `All secrets are encrypted with the key ${rotation.key_id}, but ${rotation.old_process_count} running processes still encrypt with another key. Restart these processes with the new key as their first key, then run npm run souk -- keys rotate again. A process that was killed counts for 30 seconds.`,
      );
    output.write(
      `All secrets are encrypted with the key ${rotation.key_id}. You can remove the former keys.\n`,
    );
    return 0;
  },
};

/**
 * Encrypt the secrets of some records with the new secret key, on the running server.
 * @param max_records if 0, the server only counts the remaining records
 */
export async function runRotationStep(
  server: ReadyServer,
  config: CliConfig,
  max_records: number,
): Promise<Rotation> {
  const { method, wrapper } = operation;
  const path = `${surfaces[operation.surface].base}${operation.path}`;
  const body = JSON.stringify({ [wrapper]: { max_records } });
  const response = await sendSigned(server, config, { method, path, body });
  if (response.status !== 200) throw createRejection(response);
  return (JSON.parse(response.text) as OperationResponse<typeof operation>).rotation;
}
