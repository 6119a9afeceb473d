import { ConfigError } from "../config-error.ts";
import { readConfig } from "../read-config.ts";

/** Return the problems of a configuration; none if it is valid. */
export function listProblems(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}
