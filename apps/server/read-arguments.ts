import { parseArgs } from "node:util";
import { type ProcessRole, StartError } from "@souk/platform";

const usage = `Usage: npm start -- [--only api|delivery]

Starts a Souk server: the stores' API, the admin, the partner dashboard and webhook delivery.
  --only api        serves requests; other processes send webhooks
  --only delivery   sends webhooks; serves only health and metrics

Everything else is set by environment variables; docs/reference/configuration.md lists them.`;

export type Arguments = { help: string } | { role: ProcessRole };

/** Parse the command-line arguments. @throws StartError that lists the valid arguments */
export function readArguments(args: readonly string[]): Arguments {
  const { only, help } = parseOptions(args);
  if (help) return { help: usage };
  if (only === undefined) return { role: "all" };
  if (only === "api" || only === "delivery") return { role: only };
  throw new StartError(`--only is "${only}". It must be api or delivery.`);
}

function parseOptions(args: readonly string[]): { only?: string; help?: boolean } {
  try {
    const options = { only: { type: "string" }, help: { type: "boolean" } } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}
