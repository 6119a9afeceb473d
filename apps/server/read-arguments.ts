import { parseArgs } from "node:util";
import { type ProcessRole, StartError } from "@souk/platform";

const usage = `Usage: npm start -- [--only api|delivery]

Starts a Souk server: the shops' API, the admin, the partner dashboard, and the delivery of webhooks.
  --only api        answers requests and leaves sending to other processes
  --only delivery   numbers events and sends webhooks, and answers only health and metrics

Everything else is set by environment variables; docs/reference/configuration.md lists them.`;

export type Arguments = { help: string } | { role: ProcessRole };

/** @throws StartError with what the command line takes */
export function readArguments(args: readonly string[]): Arguments {
  const { only, help } = parsed(args);
  if (help) return { help: usage };
  if (only === undefined) return { role: "all" };
  if (only === "api" || only === "delivery") return { role: only };
  throw new StartError(`--only is "${only}", but it takes api or delivery.`);
}

function parsed(args: readonly string[]): { only?: string; help?: boolean } {
  try {
    const options = { only: { type: "string" }, help: { type: "boolean" } } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}
