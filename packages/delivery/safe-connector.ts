import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, type SecureContext } from "node:tls";
import type { buildConnector } from "undici";
import { isIpAddressLiteral, isPublicAddress, listMachineAddresses } from "./addresses.ts";
import { findLocalAddresses, type LocalAccess } from "./local-hosts.ts";
import type { NameResolver } from "./resolver.ts";
import { SendFailure, toTlsFailure } from "./send-failure.ts";

/** The connector's access to the machine's network. */
export type Network = {
  /** Start a TCP connection to an address that has been checked. */
  dial(address: string, port: number): Socket;
  /** Return the addresses of this machine's interfaces. */
  listMachineAddresses(): readonly string[];
};

/** The machine's real network. */
export const systemNetwork: Network = { dial: dialTcp, listMachineAddresses: listMachineAddresses };

export type SafeConnectorOptions = {
  /** Development only: allows this machine's loopback names, and the hosts that the developer has listed. */
  localAccess: LocalAccess;
  resolver: NameResolver;
  /**
   * The TLS context that all connections share. Loading the authorities' certificates for each connection would take 30 ms
   * of CPU time.
   */
  secureContext: SecureContext;
  /** The timeout for name resolution, connection and TLS handshake together, in milliseconds. */
  connectMs: number;
  network: Network;
};

// The maximum number of addresses of a host that are tried. Four are enough to try the other address family if one does not work.
// With more addresses, each would get too little time.
const maxAddresses = 4;

/**
 * Create an undici connector that reaches public addresses only (P20, P21).
 *
 * It replaces undici's connector, whose `lookup` option is not called for IP literals. IP literals are rejected and all
 * addresses of a name are checked. The address is dialed, not the name, so that the name is not resolved again. The remote
 * address of the connected socket is checked too.
 */
export function createSafeConnector(options: SafeConnectorOptions): buildConnector.connector {
  return ({ hostname, protocol, port }, callback) => {
    const target = {
      hostname: hostname.replace(/\.$/, ""),
      port: Number(port || (protocol === "https:" ? 443 : 80)),
      usesTls: protocol === "https:",
    };
    openConnection(target, options).then(
      (socket) => callback(null, socket),
      (error) => callback(error instanceof Error ? error : new SendFailure("connect"), null),
    );
  };
}

type Target = { hostname: string; port: number; usesTls: boolean };

async function openConnection(target: Target, options: SafeConnectorOptions): Promise<Socket> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), options.connectMs);
  try {
    const allowedAddresses = await resolveAllowedAddresses(target.hostname, options, timeout.signal);
    const socket = await dialFirstReachable(allowedAddresses, target.port, options, timeout.signal);
    if (!allowedAddresses.isAccepted(socket.remoteAddress ?? "")) {
      socket.destroy();
      throw new SendFailure("refused_address");
    }
    return target.usesTls ? await startTls(socket, target.hostname, options, timeout.signal) : socket;
  } finally {
    clearTimeout(timer);
  }
}

type AllowedAddresses = { addresses: readonly string[]; isAccepted: (address: string) => boolean };

async function resolveAllowedAddresses(
  hostname: string,
  { localAccess, resolver, network }: SafeConnectorOptions,
  signal: AbortSignal,
): Promise<AllowedAddresses> {
  const localAddresses = await findLocalAddresses(hostname, localAccess);
  if (localAddresses.length > 0)
    return { addresses: localAddresses, isAccepted: (address) => localAddresses.includes(address) };

  // The registration of a URL already rejects IP literals. This check is the second line of defense.
  // guard literal-address: without it, safe-send-addresses.test.ts fails
  if (isIpAddressLiteral(hostname)) throw new SendFailure("refused_address");
  const addresses = await resolveName(hostname, resolver, signal);
  const machineAddresses = network.listMachineAddresses();
  const isInListedRange = (address: string) =>
    typeof localAccess === "object" && localAccess.includesAddress(address);
  const isAccepted = (address: string) =>
    isPublicAddress(address, machineAddresses) || isInListedRange(address);
  // A name with both private and public addresses is an attack, not a mistake to work around.
  // guard every-address-public: without it, safe-send-rebinding.test.ts fails
  if (!addresses.every(isAccepted)) throw new SendFailure("refused_address");
  return { addresses: interleaveFamilies(addresses).slice(0, maxAddresses), isAccepted };
}

/** Alternate IPv4 and IPv6 addresses, so that both families are tried even when one has many addresses. */
function interleaveFamilies(addresses: readonly string[]): string[] {
  const ipv4 = addresses.filter((address) => isIP(address) === 4);
  const ipv6 = addresses.filter((address) => isIP(address) === 6);
  const indexes = Array.from({ length: Math.max(ipv4.length, ipv6.length) }, (_, index) => index);
  return indexes.flatMap((index) => [...ipv4.slice(index, index + 1), ...ipv6.slice(index, index + 1)]);
}

async function resolveName(
  name: string,
  resolver: NameResolver,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new SendFailure("dns")), { once: true });
  });
  const resolution = await Promise.race([resolver.resolve(name), aborted]);
  if (!resolution.ok) throw new SendFailure("dns");
  return resolution.addresses;
}

async function dialFirstReachable(
  { addresses }: AllowedAddresses,
  port: number,
  { network, connectMs }: SafeConnectorOptions,
  signal: AbortSignal,
): Promise<Socket> {
  let failure = new SendFailure("connect");
  for (const address of addresses) {
    const addressTimeout = AbortSignal.timeout(connectMs / addresses.length);
    const socket = network.dial(address, port);
    try {
      await waitForEvent(socket, "connect", AbortSignal.any([signal, addressTimeout]));
      return socket;
    } catch (error) {
      failure = error instanceof SendFailure ? error : new SendFailure("connect");
    }
    if (signal.aborted) break;
  }
  throw failure;
}

async function startTls(
  socket: Socket,
  hostname: string,
  { secureContext }: SafeConnectorOptions,
  signal: AbortSignal,
): Promise<Socket> {
  // A server name in the handshake is never an address (RFC 6066).
  const serverOptions = isIP(hostname) === 0 ? { servername: hostname } : { host: hostname };
  const tlsSocket = connectTls({ socket, secureContext, ALPNProtocols: ["http/1.1"], ...serverOptions });
  try {
    await waitForEvent(tlsSocket, "secureConnect", signal);
    return tlsSocket;
  } catch (error) {
    socket.destroy();
    throw error instanceof SendFailure ? error : toTlsFailure(error);
  }
}

/** Wait until a socket is connected. If the signal is aborted first, destroy the socket and reject. */
function waitForEvent(
  socket: Socket,
  event: "connect" | "secureConnect",
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => socket.destroy(new SendFailure("connect_timeout"));
    // The listener stays, because an error before the HTTP client adds its own listener would be an uncaught exception.
    socket.on("error", (error) => {
      signal.removeEventListener("abort", abort);
      reject(error);
    });
    socket.once(event, () => {
      signal.removeEventListener("abort", abort);
      resolve();
    });
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}

function dialTcp(address: string, port: number): Socket {
  return connectTcp({ host: address, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 });
}
