import { ConfigError } from "./config-error.ts";

/** The address on which an app's server listens. */
export interface ServerAddress {
  host: string;
  port: number;
}

/**
 * Read the address of the app's server from PORT and HOST. HOST defaults to 127.0.0.1.
 *
 * @param env `process.env`
 * @param defaultPort the port if PORT is not set
 * @throws ConfigError if PORT is not a port number
 */
export function readAddress(
  env: Readonly<Record<string, string | undefined>>,
  defaultPort: number,
): ServerAddress {
  const text = env["PORT"] || String(defaultPort);
  const portNumber = Number(text);
  if (Number.isInteger(portNumber) && portNumber >= 0 && portNumber <= 65_535)
    return { host: env["HOST"] || "127.0.0.1", port: portNumber };
  throw new ConfigError([`PORT is ${JSON.stringify(text)}. It must be a port number from 0 to 65535.`]);
}
