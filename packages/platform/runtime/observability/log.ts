import type { Writable } from "node:stream";
import pino, { type Logger } from "pino";
import type { Config } from "../config/index.ts";
import { readableLine } from "./readable-line.ts";

export interface LogOutputs {
  stdout: Writable;
  stderr: Writable;
}

// Named wherever a request's or an answer's headers may be logged whole.
const secretHeaders = ["authorization", "cookie", "set-cookie", "service-access-token", "x-csrf-token"];

/**
 * Create the process's logger: JSON lines on stdout in production, lines for people on stderr in development.
 */
export function createLog(
  { mode, logLevel }: Pick<Config, "mode" | "logLevel">,
  outputs: LogOutputs,
): Logger {
  const redact = {
    paths: secretHeaders.flatMap((name) => [`headers["${name}"]`, `*.headers["${name}"]`]),
    censor: "(not logged)",
  };
  const options = { level: logLevel, redact, base: { pid: process.pid } };
  if (mode === "production") return pino(options, outputs.stdout);
  return pino(options, { write: (line) => void outputs.stderr.write(readableLine(line)) });
}
