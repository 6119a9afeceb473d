import { ConfigError } from "./config-error.ts";

/** Where an app's own server listens. */
export interface ServerAddress {
  host: string;
  port: number;
}

/**
 * Reads where the app's server listens: PORT, and HOST (127.0.0.1).
 *
 * @param env `process.env`
 * @param port when PORT is left out
 * @throws ConfigError when PORT is no port
 */
export function readAddress(env: Readonly<Record<string, string | undefined>>, port: number): ServerAddress {
  const text = env["PORT"] || String(port);
  const read = Number(text);
  if (Number.isInteger(read) && read >= 0 && read <= 65_535)
    return { host: env["HOST"] || "127.0.0.1", port: read };
  throw new ConfigError([`PORT is ${JSON.stringify(text)}; it takes a port from 0 to 65535.`]);
}
