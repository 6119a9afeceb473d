import type { ServerResponse } from "node:http";
import {
  createServer as createNetServer,
  type ListenOptions as NetListenOptions,
  type Server as NetServer,
} from "node:net";
import type { FastifyInstance } from "fastify";
import type { Log } from "../runtime/composition/resources.ts";

export interface ListeningAddress {
  address: string;
  port: number;
}

/** An HTTP server that is listening. */
export interface ListeningServer {
  addresses: readonly ListeningAddress[];
  /**
   * Stop accepting connections, close idle ones, and wait until every open request has its response.
   * @param graceMs how long open requests may take before they are aborted
   */
  close(graceMs: number): Promise<void>;
  /** Abort every open request, after which `close` resolves. */
  abortRequests(): void;
}

export interface ListenOptions {
  /** IP addresses of this machine. One that the machine does not have is skipped if another one works. */
  hosts: readonly string[];
  /** The port for all addresses; 0 selects a free one. */
  port: number;
  log: Log;
}

/**
 * Listen on several addresses with one HTTP server, so that the server's limits and graceful shutdown apply to all connections.
 * @throws the system's error if the machine has none of the addresses, or the port is in use on one of them
 */
export async function listen(server: FastifyInstance, options: ListenOptions): Promise<ListeningServer> {
  const extraServers: NetServer[] = [];
  const addresses: ListeningAddress[] = [];
  const unfinishedResponses = trackUnfinishedResponses(server);
  let missingAddressError: Error | undefined;
  for (const host of options.hosts) {
    try {
      const [firstAddress] = addresses;
      const netOptions = {
        host,
        port: firstAddress?.port ?? options.port,
        ipv6Only,
        reusePort: canReusePort,
      };
      await assertPortIsFree(netOptions);
      const port = firstAddress?.port ?? (await openServer(server, netOptions));
      const extraCount = (canReusePort ? acceptQueues : 1) - (firstAddress ? 0 : 1);
      for (let n = 0; n < extraCount; n += 1)
        extraServers.push(await openExtraServer(server, { ...netOptions, port }));
      addresses.push({ address: host, port });
    } catch (error) {
      if (!isAddressMissing(error)) {
        await drain(server, extraServers, 0);
        throw error;
      }
      missingAddressError = error;
      options.log.warn(
        { err: error, host },
        "This machine does not have this address, so Souk does not listen on it.",
      );
    }
  }
  if (missingAddressError && addresses.length === 0) throw missingAddressError;
  return {
    addresses,
    close: (graceMs) => {
      // With this header, the client opens a new connection for its next request.
      for (const response of unfinishedResponses)
        if (!response.headersSent) response.setHeader("connection", "close");
      return drain(server, extraServers, graceMs);
    },
    abortRequests: () => server.server.closeAllConnections(),
  };
}

/**
 * Collect the responses that are not finished. Their connections must be closed on shutdown; Fastify itself
 * does so only for requests that arrive while the server is closing.
 */
function trackUnfinishedResponses(server: FastifyInstance): ReadonlySet<ServerResponse> {
  const unfinishedResponses = new Set<ServerResponse>();
  server.server.prependListener("request", (_request, response: ServerResponse) => {
    unfinishedResponses.add(response);
    response.once("close", () => unfinishedResponses.delete(response));
  });
  return unfinishedResponses;
}

// Without this option, an IPv6 socket would also bind the port for IPv4, and the IPv4 address could not use the port.
const ipv6Only = true;

/**
 * The number of sockets that listen on each address. Node accepts one connection of each socket in each turn of the event loop. With
 * one socket, a client that opens hundreds of connections would keep the connections of all others waiting for as many turns. With
 * very many, new connections would take most of each turn.
 */
const acceptQueues = 8;
/** Whether several sockets can listen on the same address and port, among which the system spreads the connections. */
const canReusePort = process.platform === "linux";

/**
 * Assert that nothing listens on the port. Without this check, sockets that reuse a port would share it with another process of the
 * same user that reuses it too. Port 0 needs no check, because the system selects a port that nothing uses.
 */
async function assertPortIsFree({ host, port }: { host: string; port: number }): Promise<void> {
  if (port === 0) return;
  const probe = createNetServer();
  await startListening(probe, { host, port, ipv6Only });
  await closeServers([probe]);
}

/** The address of a socket, and how it is bound. */
interface SocketOptions {
  host: string;
  port: number;
  ipv6Only: boolean;
  reusePort: boolean;
}

/** Open the server's first socket. @returns its port */
async function openServer(server: FastifyInstance, options: SocketOptions): Promise<number> {
  await server.listen(options);
  const address = server.server.address();
  return typeof address === "object" && address ? address.port : options.port;
}

/** Open another socket that listens, and pass its connections to the HTTP server, which Node allows with the event `connection`. */
async function openExtraServer(server: FastifyInstance, options: SocketOptions): Promise<NetServer> {
  const netServer = createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    server.server.emit("connection", socket);
  });
  await startListening(netServer, options);
  return netServer;
}

function startListening(netServer: NetServer, options: NetListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    netServer.once("error", reject);
    netServer.listen(options, resolve);
  });
}

/** Close all servers when their open requests have ended, and abort the requests that are still open after `graceMs`. */
async function drain(
  server: FastifyInstance,
  extraServers: readonly NetServer[],
  graceMs: number,
): Promise<void> {
  const closing = Promise.all([server.close(), closeServers(extraServers)]);
  // A connection whose last request ends after closing began would stay open until its keep-alive timeout.
  const idleTimer = setInterval(() => server.server.closeIdleConnections(), 50);
  const abortTimer = setTimeout(() => server.server.closeAllConnections(), graceMs);
  await closing.finally(() => {
    clearInterval(idleTimer);
    clearTimeout(abortTimer);
  });
}

async function closeServers(extraServers: readonly NetServer[]): Promise<void> {
  await Promise.all(extraServers.map((netServer) => new Promise((resolve) => netServer.close(resolve))));
}

function isAddressMissing(error: unknown): error is Error {
  if (!(error instanceof Error && "code" in error)) return false;
  return error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT";
}
