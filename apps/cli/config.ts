import { resolve } from "node:path";

/** The settings of the command line, from environment variables. */
export interface CliConfig {
  mode: "development" | "production";
  dataDir: string;
  /** The platform's secret key as text; if undefined, it is read from a file in the data directory. */
  secretKey: string | undefined;
  databaseUrl: string | undefined;
  port: number;
  /** The domain of the stores; undefined if none is configured. */
  domain: string | undefined;
  /** The domain of the admin; undefined if it is the domain of the stores. */
  adminDomain: string | undefined;
  /** The addresses that the server listens on; empty for the default of the mode. */
  hosts: readonly string[];
  /** Whether other machines may reach a development server. */
  isPublicDevelopment: boolean;
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
    domain: readVariable("SOUK_DOMAIN") ?? readHostname(readVariable("SOUK_PUBLIC_URL")),
    adminDomain: readVariable("SOUK_ADMIN_DOMAIN"),
    hosts: (readVariable("SOUK_HOST") ?? "")
      .split(",")
      .map((address) => address.trim())
      .filter((address) => address !== ""),
    isPublicDevelopment: readVariable("SOUK_DEV_PUBLIC") === "1",
    password: readVariable("SOUK_PASSWORD"),
    clientSecret: readVariable("SOUK_CLIENT_SECRET"),
    calledFrom: readVariable("INIT_CWD") ?? process.cwd(),
  };
}

/** Return the host name of a URL, or undefined if there is none. The server reports an invalid URL when it starts. */
function readHostname(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).hostname : undefined;
}
