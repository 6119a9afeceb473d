import type { Readable, Writable } from "node:stream";
import type { CliConfig } from "./config.ts";

/** The streams that a command reads from and writes to. */
export interface Terminal {
  input: Readable & { isTTY?: boolean };
  output: Writable;
  errors: Writable & { isTTY?: boolean };
}

/** A command of the command line: `souk <words> …`. */
export interface Command {
  /** The command's words, for example `staff create`. */
  words: string;
  /** The arguments after the words, shown in the help. */
  usage: string;
  summary: string;
  /**
   * Run the command.
   * @param args the arguments after the command's words
   * @returns the exit code
   * @throws CliError whose message is printed
   */
  run(args: readonly string[], config: CliConfig, terminal: Terminal): Promise<number>;
}
