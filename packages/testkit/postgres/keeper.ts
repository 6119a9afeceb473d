// Keeps one PostgreSQL with a migrated template for every test file that runs meanwhile, each of which holds a connection
// to this process, and ends when none has come for a while. Started by shared-postgres.ts.
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
import { type KeeperAddress, keeperAddress } from "./keeper-address.ts";

const idleMs = 10_000;

interface Served {
  admin: string;
  stop(): Promise<void>;
}

async function serve({ folder, server }: KeeperAddress): Promise<Served> {
  if (server !== undefined) return { admin: server, stop: async () => undefined };
  const dataDir = join(folder, "data");
  const settings = { ...testSettings, max_connections: "300" };
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, settings });
  return { admin: postgres.connectionString, stop: postgres.stop };
}

async function prepare(connection: string): Promise<void> {
  await migrate({ connection, log: silentLog });
  const database = openDatabase({ connection, log: silentLog, maxConnections: 1 });
  await ensurePartitions(database, new Date()).finally(() => database.close());
}

/** Drop the databases that a killed keeper has left on its own server. */
async function dropLeftovers(admin: string): Promise<void> {
  const database = openDatabase({ connection: admin, log: silentLog, maxConnections: 1 });
  const left =
    "select datname from pg_database where datname like 'souk\\_test\\_%' or datname like 'souk\\_template\\_%'";
  const rows = await database.many<{ datname: string }>(left);
  await database.close();
  for (const { datname } of rows) await dropTemplate({ admin, name: datname });
}

/** Send every visitor the template; resolve when no visitor has stayed for a while. */
function keepUntilIdle(server: Server, template: TemplateDatabase): Promise<void> {
  return new Promise((resolve) => {
    let visitors = 0;
    const leave = (): void => {
      server.close();
      resolve();
    };
    let idle = setTimeout(leave, idleMs);
    server.on("connection", (socket) => {
      visitors++;
      clearTimeout(idle);
      socket.on("error", () => undefined);
      socket.once("close", () => {
        visitors--;
        if (visitors === 0) idle = setTimeout(leave, idleMs);
      });
      socket.resume();
      socket.write(`${JSON.stringify(template)}\n`);
    });
  });
}

async function main(): Promise<void> {
  const address = await keeperAddress();
  const { admin, stop } = await serve(address);
  try {
    if (address.server === undefined) await dropLeftovers(admin);
    const template = await createTemplate(admin, prepare);
    await rm(address.socket, { force: true });
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(address.socket, resolve);
    });
    await keepUntilIdle(server, template);
    await dropTemplate(template);
  } finally {
    await stop();
  }
  await rm(address.folder, { recursive: true, force: true });
}

await main().catch((error: unknown) => {
  // Two test files that start at once start two keepers: one of them gets the directory.
  if (error instanceof DataDirectoryInUse) return;
  console.error(error);
  process.exitCode = 1;
});
