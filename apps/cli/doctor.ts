import type { Command } from "./command.ts";
import type { CliConfig } from "./config.ts";
import { checkDataDirectory, checkDisk, checkSecretFiles } from "./doctor-files.ts";
import { checkSecretKeys } from "./doctor-keys.ts";
import { checkDatabaseMode } from "./doctor-mode.ts";
import { checkDatabase, checkPort, checkServer } from "./doctor-server.ts";
import { checkAdminDomain, checkDevelopment } from "./doctor-settings.ts";
import type { Finding } from "./finding.ts";
import { readOptions } from "./read-options.ts";

const checks: readonly ((config: CliConfig) => Promise<Finding | null> | Finding | null)[] = [
  async () => checkNode(process.versions.node),
  checkDevelopment,
  checkAdminDomain,
  checkDataDirectory,
  checkSecretFiles,
  checkDisk,
  checkServer,
  checkPort,
  checkDatabase,
  checkDatabaseMode,
  checkSecretKeys,
];

/** The command that checks what a server needs and reports how to fix each problem. */
export const doctor: Command = {
  words: "doctor",
  usage: "",
  summary: "Checks what a server needs on this machine and says how to fix each problem.",
  run: async (args, config, { output }) => {
    readOptions(args, {});
    let problemCount = 0;
    for (const check of checks) {
      const finding = await check(config);
      if (finding === null) continue;
      if (!finding.isOk) problemCount++;
      output.write(`${getLabel(finding)} ${finding.sentence}\n`);
    }
    output.write(
      problemCount === 0 ? "\nAll checks passed.\n" : `\n${problemCount} of these checks failed.\n`,
    );
    return problemCount === 0 ? 0 : 1;
  },
};

function getLabel({ isOk, isAdvice }: Finding): string {
  if (!isOk) return "FAIL ";
  return isAdvice ? "note " : "ok   ";
}

const minNodeVersion = 24;

function checkNode(version: string): Finding {
  const isOk = Number.parseInt(version, 10) >= minNodeVersion;
  return {
    isOk,
    sentence: isOk
      ? `Node is ${version}.`
      : `Node is ${version}, but Souk requires ${minNodeVersion} or newer. npm ci installs a newer version, which npm run uses.`,
  };
}
