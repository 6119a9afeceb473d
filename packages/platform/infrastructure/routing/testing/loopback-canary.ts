import assert from "node:assert/strict";
import { connect, createServer } from "node:net";
import { createSafeSender, listMachineAddresses, type SafeSender } from "@souk/delivery";
import { systemClock } from "../../../runtime/clock.ts";

/** A server on the loopback address, which requests with production settings must never reach. */
export interface LoopbackCanary {
  port: number;
  /** Return the number of connections so far. */
  countConnections(): number;
  stop(): Promise<void>;
}

/** Start a canary that counts connections. */
export async function startLoopbackCanary(): Promise<LoopbackCanary> {
  let connectionCount = 0;
  const server = createServer((socket) => {
    connectionCount += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : assert.fail("no port");
  return {
    port,
    countConnections: () => connectionCount,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/**
 * Create a safe sender with production settings. Each time it resolves a hostname, it gets the next list of
 * `resolvedAddresses`. Each IP address that it connects to is added to `dialedAddresses`.
 */
export function createProductionSender(
  userAgent: string,
  { resolvedAddresses, dialedAddresses }: { resolvedAddresses: string[][]; dialedAddresses: string[] },
): SafeSender {
  return createSafeSender({
    localAccess: false,
    clock: systemClock,
    userAgent,
    resolver: {
      resolve: async () => ({ ok: true, addresses: resolvedAddresses.shift() ?? [] }),
      close: () => undefined,
    },
    network: {
      dial(address, port) {
        dialedAddresses.push(address);
        // A test has no internet access, so connections to public addresses fail, and connections to loopback addresses succeed.
        return connect({ host: "127.0.0.1", port: address.startsWith("127.") ? port : 1 });
      },
      listMachineAddresses,
    },
  });
}

/**
 * List URLs that lead to private addresses, or are invalid, in various spellings. @param host a public hostname
 */
export function listInternalUrls(port: number, host: string): string[] {
  return [
    `https://127.0.0.1:${port}/`,
    `https://localhost:${port}/`,
    `http://localhost:${port}/`,
    `https://[::1]:${port}/`,
    `https://2130706433:${port}/`,
    "https://169.254.169.254/latest/meta-data",
    `https://user@${host}:${port}/`,
    "file:///etc/passwd",
  ];
}

/**
 * List consecutive DNS responses of a hostname: first a public and a private address, then only the public one, then twice
 * only the private one.
 */
export function listRebindingAddresses(): string[][] {
  return [["8.8.8.8", "127.0.0.1"], ["8.8.8.8"], ["127.0.0.1"], ["127.0.0.1"]];
}

/** List redirect responses that lead to the canary. */
export function listInternalRedirects(port: number): { status: number; headers: { location: string } }[] {
  const headers = { location: `http://127.0.0.1:${port}/` };
  return [301, 302, 303, 307, 308].map((status) => ({ status, headers }));
}
