import { createServer as createNetServer, type Server as NetServer } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Log } from "../wiring/house.ts";

export interface ListeningAddress {
  address: string;
  port: number;
}

/** A server that takes connections. */
export interface Listening {
  addresses: readonly ListeningAddress[];
  /**
   * Takes no new connection and closes those that are idle; resolves when every request under way is answered.
   * @param graceMs how long they may take before they are broken off
   */
  close(graceMs: number): Promise<void>;
  /** Breaks off every request under way, after which `close` resolves. */
  hurry(): void;
}

export interface ListenOptions {
  /** IP addresses of this machine. One that it does not have is left out while another works. */
  hosts: readonly string[];
  /** 0: any free one, the same for every address. */
  port: number;
  log: Log;
}

/**
 * Listens on several addresses with one HTTP server, so that limits and draining hold for all connections alike.
 * @throws the system's error when no address can be listened on, or the port is taken on one
 */
export async function listen(server: FastifyInstance, options: ListenOptions): Promise<Listening> {
  const doors: NetServer[] = [];
  const addresses: ListeningAddress[] = [];
  const absent: unknown[] = [];
  for (const host of options.hosts) {
    const port = addresses[0]?.port ?? options.port;
    try {
      const door = await openDoor(server, host, port);
      doors.push(door.net);
      addresses.push({ address: host, port: door.port });
    } catch (error) {
      if (!isAbsent(error)) await closeDoors(doors);
      if (!isAbsent(error)) throw error;
      absent.push(error);
      options.log.warn({ err: error, host }, "This machine does not have an address to listen on.");
    }
  }
  if (doors.length === 0) throw absent[0];
  return {
    addresses,
    close: (graceMs) => drain(server, doors, graceMs),
    hurry: () => server.server.closeAllConnections(),
  };
}

/** Connections are handed to the HTTP server as if it had taken them itself, which Node allows by design. */
async function openDoor(
  server: FastifyInstance,
  host: string,
  port: number,
): Promise<{ net: NetServer; port: number }> {
  const net = createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    server.server.emit("connection", socket);
  });
  await new Promise<void>((resolve, reject) => {
    net.once("error", reject);
    net.listen({ host, port, ipv6Only: true }, resolve);
  });
  const address = net.address();
  return { net, port: typeof address === "object" && address ? address.port : port };
}

async function drain(server: FastifyInstance, doors: readonly NetServer[], graceMs: number): Promise<void> {
  const closed = Promise.all([server.close(), closeDoors(doors)]);
  // A connection whose last request ended after the closing began would stay open until its keep-alive time is over.
  const sweep = setInterval(() => server.server.closeIdleConnections(), 50);
  const force = setTimeout(() => server.server.closeAllConnections(), graceMs);
  await closed.finally(() => {
    clearInterval(sweep);
    clearTimeout(force);
  });
}

async function closeDoors(doors: readonly NetServer[]): Promise<void> {
  await Promise.all(doors.map((door) => new Promise((resolve) => door.close(resolve))));
}

function isAbsent(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT";
}
