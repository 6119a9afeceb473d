import { ConfigError } from "./config-error.ts";

/** The address that an app's own server listens on. */
export interface ServerAddress {
  host: string;
  port: number;
}

/**
 * Read the address of the app's server from PORT and HOST (127.0.0.1).
 *
 * @param env `process.env`
 * @param port the default of PORT
 * @throws ConfigError when PORT is not a port number
 */
export function readAddress(env: Readonly<Record<string, string | undefined>>, port: number): ServerAddress {
  const text = env["PORT"] || String(port);
  const read = Number(text);
  if (Number.isInteger(read) && read >= 0 && read <= 65_535)
    return { host: env["HOST"] || "127.0.0.1", port: read };
  throw new ConfigError([`PORT is ${JSON.stringify(text)}. It must be a port number from 0 to 65535.`]);
}
