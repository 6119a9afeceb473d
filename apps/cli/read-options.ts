import { type ParseArgsConfig, parseArgs } from "node:util";
import { CliError } from "./cli-error.ts";

/** Parse the options of a command. @throws CliError if an option is unknown or its value is missing */
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
