import { resolve } from "node:path";

/** What the command line takes from the environment; the same variables as the server's. */
export interface CliConfig {
  dataDir: string;
  /** As written; the file in the data directory holds the key when it is not set. */
  secretKey: string | undefined;
  databaseUrl: string | undefined;
  port: number;
  /** Of an account that a command signs in with. */
  password: string | undefined;
  /** Of an app that is registered already. */
  clientSecret: string | undefined;
  /** The folder in which the command was typed; npm runs it in another. */
  calledFrom: string;
}

/** Reads the environment: nothing else of the command line does. */
export function readCliConfig(): CliConfig {
  const value = (name: string): string | undefined => process.env[name] || undefined;
  return {
    dataDir: resolve(value("SOUK_DATA_DIR") ?? ".souk"),
    secretKey: value("SOUK_SECRET_KEY"),
    databaseUrl: value("DATABASE_URL"),
    port: Number(value("SOUK_PORT") ?? 4000),
    password: value("SOUK_PASSWORD"),
    clientSecret: value("SOUK_CLIENT_SECRET"),
    calledFrom: value("INIT_CWD") ?? process.cwd(),
  };
}
