import type { Command } from "./command.ts";
import type { CliConfig } from "./config.ts";
import { checkDataDirectory, checkDisk, checkSecretFiles } from "./doctor-files.ts";
import { checkDatabase, checkPort, checkServer } from "./doctor-server.ts";
import type { Finding } from "./finding.ts";
import { readOptions } from "./read-options.ts";

const checks: readonly ((config: CliConfig) => Promise<Finding | null>)[] = [
  async () => checkNode(process.versions.node),
  checkDataDirectory,
  checkSecretFiles,
  checkDisk,
  checkServer,
  checkPort,
  checkDatabase,
];

/** Looks at everything a server needs, and says what to do about what is wrong. */
export const doctor: Command = {
  words: "doctor",
  takes: "",
  summary: "Looks at what a server needs here, and says what to do about what is wrong.",
  run: async (args, config, { output }) => {
    readOptions(args, {});
    let wrong = 0;
    for (const check of checks) {
      const finding = await check(config);
      if (finding === null) continue;
      if (!finding.well) wrong++;
      output.write(`${finding.well ? "ok   " : "WRONG"} ${finding.sentence}\n`);
    }
    output.write(wrong === 0 ? "\nEverything is well.\n" : `\n${wrong} of these need your attention.\n`);
    return wrong === 0 ? 0 : 1;
  },
};

const oldestNode = 24;

function checkNode(version: string): Finding {
  const well = Number.parseInt(version, 10) >= oldestNode;
  return {
    well,
    sentence: well
      ? `Node is ${version}.`
      : `Node is ${version}, but Souk takes ${oldestNode} or newer; npm ci installs one, which npm run uses.`,
  };
}
