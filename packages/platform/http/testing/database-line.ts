import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestDatabase } from "@souk/testkit";

/** A connection to a database that can be cut, as when PostgreSQL or the network between fails. */
export interface DatabaseLine {
  /** The same database, reached over this connection. */
  storage: TestDatabase;
  disconnect(): Promise<void>;
  mend(): Promise<void>;
  stop(): Promise<void>;
}

const port = 5432;

export async function databaseLine(storage: TestDatabase): Promise<DatabaseLine> {
  const folder = await mkdtemp(join(tmpdir(), "souk-line-"));
  // A socket's address names no host where the URL standard wants one.
  const target = new URL(storage.connectionString.replace("@/", "@localhost/"));
  const sockets = new Set<Socket>();
  let server: Server | null = null;

  function keep(socket: Socket): Socket {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    return socket.on("error", () => undefined);
  }

  async function mend(): Promise<void> {
    server = createServer((near) => {
      const far = keep(connect(toConnectOptions(target)));
      keep(near).pipe(far).pipe(near);
      near.once("close", () => far.destroy());
      far.once("close", () => near.destroy());
    });
    await new Promise<void>((resolve) => server?.listen(join(folder, `.s.PGSQL.${port}`), resolve));
  }

  async function disconnect(): Promise<void> {
    const closed = new Promise((resolve) => server?.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  await mend();
  const over = new URL(target);
  over.searchParams.set("host", folder);
  over.searchParams.set("port", String(port));
  return {
    storage: { ...storage, connectionString: over.href },
    disconnect,
    mend,
    stop: async () => {
      await disconnect();
      await rm(folder, { recursive: true });
    },
  };
}

function toConnectOptions({ hostname, port: tcpPort, searchParams }: URL): NetConnectOpts {
  const folder = searchParams.get("host");
  if (folder === null) return { host: hostname, port: Number(tcpPort || port) };
  return { path: join(folder, `.s.PGSQL.${searchParams.get("port") ?? port}`) };
}
