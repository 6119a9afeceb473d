import type { Writable } from "node:stream";
import pino, { type Logger } from "pino";
import type { Config } from "../config/index.ts";
import { formatReadableLine } from "./format-readable-line.ts";

export interface LogOutputs {
  stdout: Writable;
  stderr: Writable;
}

// These headers are redacted wherever request or response headers are logged.
const secretHeaders = ["authorization", "cookie", "set-cookie", "service-access-token", "x-csrf-token"];

/**
 * Create the process's logger, which writes JSON lines to stdout in production and readable lines to stderr in
 * development.
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
  return pino(options, { write: (line) => void outputs.stderr.write(formatReadableLine(line)) });
}
