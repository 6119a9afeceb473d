import type { Readable, Writable } from "node:stream";
import type { CliConfig } from "./config.ts";

/** Where a command reads and writes. */
export interface Terminal {
  input: Readable & { isTTY?: boolean };
  output: Writable;
  errors: Writable & { isTTY?: boolean };
}

/** One command: `souk <words> …`. */
export interface Command {
  /** As typed: `staff create`. */
  words: string;
  /** What follows the words, for the help. */
  takes: string;
  summary: string;
  /**
   * @param args what was typed after the words
   * @returns the exit code
   * @throws CliError with a sentence
   */
  run(args: readonly string[], config: CliConfig, terminal: Terminal): Promise<number>;
}
