import { resolve } from "node:path";

/** The settings of the command line, from environment variables that the server reads too. */
export interface CliConfig {
  mode: "development" | "production";
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
  const readVariable = (name: string): string | undefined => process.env[name] || undefined;
  return {
    mode: readVariable("SOUK_MODE") === "production" ? "production" : "development",
    dataDir: resolve(readVariable("SOUK_DATA_DIR") ?? ".souk"),
    secretKey: readVariable("SOUK_SECRET_KEY"),
    databaseUrl: readVariable("DATABASE_URL"),
    port: Number(readVariable("SOUK_PORT") ?? 4000),
    password: readVariable("SOUK_PASSWORD"),
    clientSecret: readVariable("SOUK_CLIENT_SECRET"),
    calledFrom: readVariable("INIT_CWD") ?? process.cwd(),
  };
}
