import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestDatabase } from "@souk/testkit";

/** A proxy between the platform and PostgreSQL that a test can disconnect, to simulate a database outage. */
export interface DatabaseProxy {
  /** The test database with a connection string that goes through the proxy. */
  database: TestDatabase;
  disconnect(): Promise<void>;
  reconnect(): Promise<void>;
  stop(): Promise<void>;
}

const defaultPort = 5432;

/** Start a proxy in front of a test database. */
export async function createDatabaseProxy(testDatabase: TestDatabase): Promise<DatabaseProxy> {
  const folder = await mkdtemp(join(tmpdir(), "souk-line-"));
  // The connection string of a Unix socket has no host, but `new URL` requires one.
  const databaseUrl = new URL(testDatabase.connectionString.replace("@/", "@localhost/"));
  const sockets = new Set<Socket>();
  let server: Server | null = null;

  function track(socket: Socket): Socket {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    return socket.on("error", () => undefined);
  }

  async function reconnect(): Promise<void> {
    server = createServer((clientSocket) => {
      const serverSocket = track(connect(toConnectOptions(databaseUrl)));
      track(clientSocket).pipe(serverSocket).pipe(clientSocket);
      clientSocket.once("close", () => serverSocket.destroy());
      serverSocket.once("close", () => clientSocket.destroy());
    });
    await new Promise<void>((resolve) => server?.listen(join(folder, `.s.PGSQL.${defaultPort}`), resolve));
  }

  async function disconnect(): Promise<void> {
    const closing = new Promise((resolve) => server?.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closing;
  }

  await reconnect();
  const proxyUrl = new URL(databaseUrl);
  proxyUrl.searchParams.set("host", folder);
  proxyUrl.searchParams.set("port", String(defaultPort));
  return {
    database: { ...testDatabase, connectionString: proxyUrl.href },
    disconnect,
    reconnect,
    stop: async () => {
      await disconnect();
      await rm(folder, { recursive: true });
    },
  };
}

function toConnectOptions({ hostname, port, searchParams }: URL): NetConnectOpts {
  const folder = searchParams.get("host");
  if (folder === null) return { host: hostname, port: Number(port || defaultPort) };
  return { path: join(folder, `.s.PGSQL.${searchParams.get("port") ?? defaultPort}`) };
}
