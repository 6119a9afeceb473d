import { createServer } from "node:net";
import { CliError } from "./cli-error.ts";
import type { CliConfig } from "./config.ts";
import type { Finding } from "./finding.ts";
import { inspectDatabase } from "./migrate.ts";
import { findReadyServer } from "./ready-server.ts";
import { send } from "./send.ts";

/** Check whether the server of the data directory responds and is ready. */
export async function checkServer({ dataDir }: CliConfig): Promise<Finding> {
  const server = await findReadyServer(dataDir);
  if (!server) return { isOk: true, sentence: "No server is running." };
  try {
    const { status, text } = await send(server, { method: "GET", path: "/health/ready" });
    const serverState = `The server (process ${server.pid}, version ${server.version}) has been running since ${server.started_at}`;
    return status === 200
      ? { isOk: true, sentence: `${serverState} and is ready.` }
      : { isOk: false, sentence: `${serverState} but is not ready: ${text}` };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return {
      isOk: false,
      sentence: `${error.message} If that process was killed, npm start starts a new one.`,
    };
  }
}

/** Check whether the port is free. Returns null while the server of this data directory is running. */
export async function checkPort({ dataDir, port }: CliConfig): Promise<Finding | null> {
  if (await findReadyServer(dataDir)) return null;
  const code = await tryToListen(port);
  if (code === null) return { isOk: true, sentence: `Port ${port} is free.` };
  return { isOk: false, sentence: `Port ${port} cannot be used (${code}). Choose another with SOUK_PORT.` };
}

/** Listen on a port for a moment. @returns the error code, or null if it succeeded */
function tryToListen(port: number): Promise<string | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(null)));
  });
}

const minPostgresVersion = 15;

/** Check the database of DATABASE_URL. Returns null if the embedded database is used. */
export async function checkDatabase({ databaseUrl }: CliConfig): Promise<Finding | null> {
  if (databaseUrl === undefined) return null;
  try {
    const { version, appliedMigrationCount } = await inspectDatabase(databaseUrl);
    const sentence = `DATABASE_URL connects to PostgreSQL ${version}`;
    if (Number.parseInt(version, 10) < minPostgresVersion)
      return { isOk: false, sentence: `${sentence}, but Souk requires ${minPostgresVersion} or newer.` };
    const databaseText =
      appliedMigrationCount === null
        ? "an empty database"
        : `a database with ${appliedMigrationCount} migrations`;
    return { isOk: true, sentence: `${sentence} and ${databaseText}.` };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { isOk: false, sentence: `DATABASE_URL does not connect to a usable database: ${error.message}.` };
  }
}
