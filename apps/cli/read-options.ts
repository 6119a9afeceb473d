import { type ParseArgsConfig, parseArgs } from "node:util";
import { CliError } from "./cli-error.ts";

/** Read the options of a command. @throws CliError when one is unknown or lacks its value */
export function readOptions<const T extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: T,
) {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    throw new CliError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
