import { createServer } from "node:net";
import { CliError } from "./cli-error.ts";
import type { CliConfig } from "./config.ts";
import type { Finding } from "./finding.ts";
import { inspectDatabase } from "./migrate.ts";
import { findReadyServer } from "./ready-server.ts";
import { send } from "./send.ts";

export async function checkServer({ dataDir }: CliConfig): Promise<Finding> {
  const server = await findReadyServer(dataDir);
  if (!server) return { well: true, sentence: "No server runs here." };
  try {
    const { status, text } = await send(server, { method: "GET", path: "/health/ready" });
    const running = `The server of process ${server.pid}, ${server.version}, runs since ${server.started_at}`;
    return status === 200
      ? { well: true, sentence: `${running} and is ready.` }
      : { well: false, sentence: `${running} but is not ready: ${text}` };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return {
      well: false,
      sentence: `${error.message} When that process was killed, npm start puts this right.`,
    };
  }
}

/** Whether a server could listen; null while one does. */
export async function checkPort({ dataDir, port }: CliConfig): Promise<Finding | null> {
  if (await findReadyServer(dataDir)) return null;
  const code = await tryPort(port);
  if (code === null) return { well: true, sentence: `Port ${port} is free.` };
  return { well: false, sentence: `Port ${port} cannot be used (${code}); choose another with SOUK_PORT.` };
}

function tryPort(port: number): Promise<string | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(null)));
  });
}

const oldestPostgres = 15;

/** The database of DATABASE_URL; null with the embedded one, which a server that is ready has. */
export async function checkDatabase({ databaseUrl }: CliConfig): Promise<Finding | null> {
  if (databaseUrl === undefined) return null;
  try {
    const { version, migrations } = await inspectDatabase(databaseUrl);
    const sentence = `DATABASE_URL leads to PostgreSQL ${version}`;
    if (Number.parseInt(version, 10) < oldestPostgres)
      return { well: false, sentence: `${sentence}, but Souk takes ${oldestPostgres} or newer.` };
    const state = migrations === null ? "an empty database" : `a database with ${migrations} migrations`;
    return { well: true, sentence: `${sentence} and ${state}.` };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { well: false, sentence: `DATABASE_URL leads to no database that can be used: ${error.message}.` };
  }
}
