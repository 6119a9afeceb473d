import { resolve } from "node:path";

/** The settings of the command line, from environment variables that the server reads too. */
export interface CliConfig {
  dataDir: string;
  /** The platform's secret key as text; if undefined, it is read from a file in the data directory. */
  secretKey: string | undefined;
  databaseUrl: string | undefined;
  port: number;
  /** The password of the account that a command signs in with. */
  password: string | undefined;
  /** The client secret of a registered app. */
  clientSecret: string | undefined;
  /** The folder in which the user ran the command. npm runs the command in another folder. */
  calledFrom: string;
}

/** Read the settings of the command line. No other code of the command line reads the environment. */
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
