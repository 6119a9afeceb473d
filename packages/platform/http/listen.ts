import type { ServerResponse } from "node:http";
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
  const underWay = watchAnswers(server);
  let absent: Error | undefined;
  for (const host of options.hosts) {
    try {
      const [first] = addresses;
      if (first) doors.push(await openDoor(server, host, first.port));
      const port = first?.port ?? (await openServer(server, host, options.port));
      addresses.push({ address: host, port });
    } catch (error) {
      if (!isAbsent(error)) {
        await drain(server, doors, 0);
        throw error;
      }
      absent = error;
      options.log.warn({ err: error, host }, "This machine does not have an address to listen on.");
    }
  }
  if (absent && addresses.length === 0) throw absent;
  return {
    addresses,
    close: (graceMs) => {
      // Told before, a client does not send its next request into a connection that is about to end.
      for (const answer of underWay) if (!answer.headersSent) answer.setHeader("connection", "close");
      return drain(server, doors, graceMs);
    },
    hurry: () => server.server.closeAllConnections(),
  };
}

/** The answers that are not finished; a request that comes while the server closes is told to close by Fastify. */
function watchAnswers(server: FastifyInstance): ReadonlySet<ServerResponse> {
  const underWay = new Set<ServerResponse>();
  server.server.prependListener("request", (_request, answer: ServerResponse) => {
    underWay.add(answer);
    answer.once("close", () => underWay.delete(answer));
  });
  return underWay;
}

// On its own: an IPv6 socket that also takes IPv4 would take the port from the IPv4 address.
const ipv6Only = true;

async function openServer(server: FastifyInstance, host: string, port: number): Promise<number> {
  await server.listen({ host, port, ipv6Only });
  const address = server.server.address();
  return typeof address === "object" && address ? address.port : port;
}

/** Hands connections to the HTTP server as if it had taken them itself, which Node allows by design. */
async function openDoor(server: FastifyInstance, host: string, port: number): Promise<NetServer> {
  const door = createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    server.server.emit("connection", socket);
  });
  await new Promise<void>((resolve, reject) => {
    door.once("error", reject);
    door.listen({ host, port, ipv6Only }, resolve);
  });
  return door;
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

function isAbsent(error: unknown): error is Error {
  if (!(error instanceof Error && "code" in error)) return false;
  return error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT";
}
