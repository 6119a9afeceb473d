import { inspect } from "node:util";
import { accountPassword } from "./account-password.ts";
import { accountRemoveFactors } from "./account-remove-factors.ts";
import { CliError } from "./cli-error.ts";
import type { Command, Terminal } from "./command.ts";
import { readCliConfig } from "./config.ts";
import { accountCreate, staffCreate } from "./create-account.ts";
import { createApp } from "./create-app/create-app.ts";
import { demoRemove } from "./demo-remove.ts";
import { doctor } from "./doctor.ts";
import { keysRotate } from "./keys-rotate.ts";
import { migrateCommand } from "./migrate.ts";
import { verifyCommand } from "./verify.ts";

const commands: readonly Command[] = [
  createApp,
  staffCreate,
  accountCreate,
  accountPassword,
  accountRemoveFactors,
  migrateCommand,
  verifyCommand,
  demoRemove,
  keysRotate,
  doctor,
];

function buildHelp(): string {
  const lines = commands.map(
    ({ words, usage, summary }) => `  ${`${words} ${usage}`.trim()}\n      ${summary}\n`,
  );
  return `Usage: npm run souk -- <command>\n\n${lines.join("")}  help\n      Shows this help.

Commands find the server through ready.json in its data directory, which is SOUK_DATA_DIR or .souk.\n`;
}

/** Find the command for these arguments. @returns the command and the arguments after its words */
function findCommand(
  args: readonly string[],
): { command: Command; remainingArgs: readonly string[] } | undefined {
  for (const command of commands) {
    const words = command.words.split(" ");
    if (words.every((word, index) => args[index] === word))
      return { command, remainingArgs: args.slice(words.length) };
  }
  return undefined;
}

/**
 * Run the command for these arguments, or print the help.
 * @returns the exit code: 0 on success, 1 on failure
 */
export async function run(args: readonly string[], terminal: Terminal = createTerminal()): Promise<number> {
  const [firstArg] = args;
  if (firstArg === undefined || firstArg === "help" || firstArg === "--help" || firstArg === "-h") {
    terminal.output.write(buildHelp());
    return 0;
  }
  const match = findCommand(args);
  if (!match) {
    terminal.errors.write(`Unknown command: ${args.join(" ")}.\n\n${buildHelp()}`);
    return 1;
  }
  try {
    return await match.command.run(match.remainingArgs, readCliConfig(), terminal);
  } catch (error) {
    terminal.errors.write(`${error instanceof CliError ? error.message : inspect(error)}\n`);
    return 1;
  }
}

function createTerminal(): Terminal {
  return { input: process.stdin, output: process.stdout, errors: process.stderr };
}
