import { CliError } from "./cli-error.ts";
import type { CliConfig } from "./config.ts";
import type { Finding } from "./finding.ts";
import { runRotationStep } from "./keys-rotate.ts";
import { findReadyServer } from "./ready-server.ts";

/** Check that all secrets are encrypted with the current secret key. Returns null if no server is running. */
export async function checkSecretKeys(config: CliConfig): Promise<Finding | null> {
  const server = await findReadyServer(config.dataDir);
  if (server === null) return null;
  try {
    // A step that encrypts 0 secrets only counts the secrets that are left.
    const { key_id, remaining_count, is_complete } = await runRotationStep(server, config, 0);
    if (is_complete)
      return { isOk: true, sentence: `All secrets are encrypted with the secret key ${key_id}.` };
    return {
      isOk: false,
      sentence: `The rotation of the secret key is not complete; ${remaining_count} secrets are left. Run npm run souk -- keys rotate.`,
    };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { isOk: false, sentence: `The secret key cannot be checked: ${error.message}` };
  }
}
