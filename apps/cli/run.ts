import { inspect } from "node:util";
import { CliError } from "./cli-error.ts";
import type { Command, Terminal } from "./command.ts";
import { readCliConfig } from "./config.ts";
import { createApp } from "./create-app/create-app.ts";
import { doctor } from "./doctor.ts";
import { migrateCommand } from "./migrate.ts";
import { staffCreate } from "./staff-create.ts";
import { verifyCommand } from "./verify.ts";

const commands: readonly Command[] = [createApp, staffCreate, migrateCommand, verifyCommand, doctor];

function buildHelp(): string {
  const lines = commands.map(
    ({ words, usage, summary }) => `  ${`${words} ${usage}`.trim()}\n      ${summary}\n`,
  );
  return `Usage: npm run souk -- <command>\n\n${lines.join("")}  help\n      Shows this help.

Commands findCommand the server through ready.json in its data directory: SOUK_DATA_DIR, by default .souk.\n`;
}

function findCommand(args: readonly string[]): { command: Command; rest: readonly string[] } | undefined {
  for (const command of commands) {
    const words = command.words.split(" ");
    if (words.every((word, index) => args[index] === word))
      return { command, rest: args.slice(words.length) };
  }
  return undefined;
}

/**
 * Run a command line.
 * @returns the exit code: 0 on success, 1 on failure
 */
export async function run(args: readonly string[], terminal: Terminal = createTerminal()): Promise<number> {
  const [first] = args;
  if (first === undefined || first === "help" || first === "--help" || first === "-h") {
    terminal.output.write(buildHelp());
    return 0;
  }
  const found = findCommand(args);
  if (!found) {
    terminal.errors.write(`Unknown command: ${args.join(" ")}.\n\n${buildHelp()}`);
    return 1;
  }
  try {
    return await found.command.run(found.rest, readCliConfig(), terminal);
  } catch (error) {
    terminal.errors.write(`${error instanceof CliError ? error.message : inspect(error)}\n`);
    return 1;
  }
}

function createTerminal(): Terminal {
  return { input: process.stdin, output: process.stdout, errors: process.stderr };
}
