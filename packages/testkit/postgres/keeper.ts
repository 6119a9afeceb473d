// A process that provides one PostgreSQL with a migrated template database to all running test files. Each test file holds
// a connection to this process. The process ends when there has been no connection for a while. shared-postgres.ts starts it.
import { rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import {
  createTemplate,
  DataDirectoryInUse,
  dropTemplate,
  ensurePartitions,
  migrate,
  openDatabase,
  startEmbeddedPostgres,
  type TemplateDatabase,
  testSettings,
} from "@souk/database";
import { silentLog } from "../silent-log.ts";
import { type KeeperSettings, loadKeeperSettings } from "./keeper-settings.ts";

/** The time in ms after which a keeper without connections ends. */
const idleMs = 10_000;

interface PostgresServer {
  /** Connection string of a role that can create databases. */
  adminUrl: string;
  stop(): Promise<void>;
}

async function openServer({ folder, server }: KeeperSettings): Promise<PostgresServer> {
  if (server !== undefined) return { adminUrl: server, stop: async () => undefined };
  const dataDir = join(folder, "data");
  const settings = { ...testSettings, max_connections: "300" };
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, settings });
  return { adminUrl: postgres.connectionString, stop: postgres.stop };
}

async function prepareTemplate(connection: string): Promise<void> {
  await migrate({ connection, log: silentLog });
  const database = openDatabase({ connection, log: silentLog, maxConnections: 1 });
  await ensurePartitions(database, new Date()).finally(() => database.close());
}

/** Drop the databases that a killed keeper left on its embedded server. */
async function dropLeftovers(adminUrl: string): Promise<void> {
  const database = openDatabase({ connection: adminUrl, log: silentLog, maxConnections: 1 });
  const text =
    "select datname from pg_database where datname like 'souk\\_test\\_%' or datname like 'souk\\_template\\_%'";
  const rows = await database.many<{ datname: string }>(text);
  await database.close();
  for (const { datname } of rows) await dropTemplate({ adminUrl, name: datname });
}

/** Send the name and server of the template database to each client. Resolve when no client has been connected for a while. */
function keepUntilIdle(server: Server, template: TemplateDatabase): Promise<void> {
  return new Promise((resolve) => {
    let clientCount = 0;
    const finish = (): void => {
      server.close();
      resolve();
    };
    let idleTimer = setTimeout(finish, idleMs);
    server.on("connection", (socket) => {
      clientCount++;
      clearTimeout(idleTimer);
      socket.on("error", () => undefined);
      socket.once("close", () => {
        clientCount--;
        if (clientCount === 0) idleTimer = setTimeout(finish, idleMs);
      });
      socket.resume();
      socket.write(`${JSON.stringify(template)}\n`);
    });
  });
}

async function main(): Promise<void> {
  const settings = await loadKeeperSettings();
  const { adminUrl, stop } = await openServer(settings);
  try {
    if (settings.server === undefined) await dropLeftovers(adminUrl);
    const template = await createTemplate(adminUrl, prepareTemplate);
    await rm(settings.socket, { force: true });
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(settings.socket, resolve);
    });
    await keepUntilIdle(server, template);
    await dropTemplate(template);
  } finally {
    await stop();
  }
  await rm(settings.folder, { recursive: true, force: true });
}

await main().catch((error: unknown) => {
  // Two test files that start at the same time start two keepers. Only one of them can use the data directory.
  if (error instanceof DataDirectoryInUse) return;
  console.error(error);
  process.exitCode = 1;
});
