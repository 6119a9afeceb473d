import { createServer, type Server } from "node:net";
import { listen } from "./receiver.ts";

/** A server that no connection may reach. It counts connections, so that tests can assert that there were none. */
export type Canary = {
  port: number;
  /** The number of connections so far, to any address of this machine. */
  readonly connectionCount: number;
  close(): Promise<void>;
};

/** Listen on every address of this machine, IPv4 and IPv6, on one port, and count the connections. */
export async function startCanary(): Promise<Canary> {
  let connectionCount = 0;
  const createCountingServer = (): Server =>
    createServer((socket) => {
      connectionCount += 1;
      socket.on("error", () => {});
      socket.destroy();
    });
  for (let attempt = 0; ; attempt++) {
    const ipv4 = createCountingServer();
    const ipv6 = createCountingServer();
    const port = await listen(ipv4, "0.0.0.0", 0);
    try {
      await listen(ipv6, "::", port, { ipv6Only: true });
    } catch (error) {
      ipv4.close();
      if (attempt > 20) throw error;
      continue;
    }
    const closeServer = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));
    return {
      port,
      get connectionCount() {
        return connectionCount;
      },
      async close() {
        await Promise.all([closeServer(ipv4), closeServer(ipv6)]);
      },
    };
  }
}
