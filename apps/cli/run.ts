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

function help(): string {
  const lines = commands.map(
    ({ words, takes, summary }) => `  ${`${words} ${takes}`.trim()}\n      ${summary}\n`,
  );
  return `Usage: npm run souk -- <command>\n\n${lines.join("")}  help\n      Shows this.

Commands find the server through ready.json in its data directory, which SOUK_DATA_DIR names (.souk).\n`;
}

function find(args: readonly string[]): { command: Command; rest: readonly string[] } | undefined {
  for (const command of commands) {
    const words = command.words.split(" ");
    if (words.every((word, at) => args[at] === word)) return { command, rest: args.slice(words.length) };
  }
  return undefined;
}

/**
 * Does what a command line asks for.
 * @returns the exit code: 0 when it was done, 1 when not
 */
export async function run(args: readonly string[], terminal: Terminal = ownTerminal()): Promise<number> {
  const [first] = args;
  if (first === undefined || first === "help" || first === "--help" || first === "-h") {
    terminal.output.write(help());
    return 0;
  }
  const found = find(args);
  if (!found) {
    terminal.errors.write(`There is no command "${args.join(" ")}".\n\n${help()}`);
    return 1;
  }
  try {
    return await found.command.run(found.rest, readCliConfig(), terminal);
  } catch (error) {
    terminal.errors.write(`${error instanceof CliError ? error.message : inspect(error)}\n`);
    return 1;
  }
}

function ownTerminal(): Terminal {
  return { input: process.stdin, output: process.stdout, errors: process.stderr };
}
