import { createServer, type Server } from "node:net";
import { listen } from "./receiver.ts";

export type Canary = {
  port: number;
  /** Connections that anybody made to any address of this machine. */
  readonly connections: number;
  close(): Promise<void>;
};

/** Listens on every address of this machine, IPv4 and IPv6, on one port, and counts who comes. */
export async function startCanary(): Promise<Canary> {
  let connections = 0;
  const count = (): Server =>
    createServer((socket) => {
      connections += 1;
      socket.on("error", () => {});
      socket.destroy();
    });
  for (let tries = 0; ; tries++) {
    const ipv4 = count();
    const ipv6 = count();
    const port = await listen(ipv4, "0.0.0.0", 0);
    try {
      await listen(ipv6, "::", port, { ipv6Only: true });
    } catch (error) {
      ipv4.close();
      if (tries > 20) throw error;
      continue;
    }
    const stop = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));
    return {
      port,
      get connections() {
        return connections;
      },
      async close() {
        await Promise.all([stop(ipv4), stop(ipv6)]);
      },
    };
  }
}
