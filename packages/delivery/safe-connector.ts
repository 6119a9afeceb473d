import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, type SecureContext } from "node:tls";
import type { buildConnector } from "undici";
import { isAddressLiteral, isPublicAddress, ownAddresses } from "./addresses.ts";
import { loopbackAddresses } from "./loopback.ts";
import type { NameResolver } from "./resolver.ts";
import { SendFailure, tlsFailure } from "./send-failure.ts";

/** What the connector needs of the machine's network. */
export type Network = {
  /** Begins a TCP connection to an address that has been checked. */
  dial(address: string, port: number): Socket;
  /** The addresses of this machine's interfaces. */
  ownAddresses(): readonly string[];
};

/** The machine's network as it is. */
export const systemNetwork: Network = { dial: dialTcp, ownAddresses };

export type SafeConnectorOptions = {
  /** Development only: opens this machine's loopback names. */
  allowLoopback: boolean;
  resolver: NameResolver;
  /** One for all connections: reading the authorities' certificates for each would cost 30 ms of CPU. */
  secureContext: SecureContext;
  /** How long name, connection and handshake may take together, in milliseconds. */
  connectMs: number;
  network: Network;
};

// Enough to get past one dead address family; more would only share the time out.
const addressesTried = 4;

/**
 * An undici connector that reaches public addresses only (P20, P21).
 *
 * It takes the place of undici's own, because a `lookup` option is never asked for IP literals. A host that is a literal is
 * refused, all addresses of a name are checked, and what is dialled is an address, never a name, so that nothing is
 * resolved a second time. The connected socket's remote address is checked once more.
 */
export function createSafeConnector(options: SafeConnectorOptions): buildConnector.connector {
  return ({ hostname, protocol, port }, callback) => {
    const target = {
      hostname: hostname.replace(/\.$/, ""),
      port: Number(port || (protocol === "https:" ? 443 : 80)),
      secure: protocol === "https:",
    };
    open(target, options).then(
      (socket) => callback(null, socket),
      (error) => callback(error instanceof Error ? error : new SendFailure("connect"), null),
    );
  };
}

type Target = { hostname: string; port: number; secure: boolean };

async function open(target: Target, options: SafeConnectorOptions): Promise<Socket> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), options.connectMs);
  try {
    const allowed = await allowedAddresses(target.hostname, options, limit.signal);
    const socket = await dialInTurn(allowed, target.port, options, limit.signal);
    if (!allowed.accepts(socket.remoteAddress ?? "")) {
      socket.destroy();
      throw new SendFailure("refused_address");
    }
    return target.secure ? await secured(socket, target.hostname, options, limit.signal) : socket;
  } finally {
    clearTimeout(timer);
  }
}

type Allowed = { addresses: readonly string[]; accepts: (address: string) => boolean };

async function allowedAddresses(
  hostname: string,
  { allowLoopback, resolver, network }: SafeConnectorOptions,
  signal: AbortSignal,
): Promise<Allowed> {
  const loopback = allowLoopback ? loopbackAddresses(hostname) : [];
  if (loopback.length > 0) return { addresses: loopback, accepts: (address) => loopback.includes(address) };

  // Registration takes no IP literal, so one that comes here has slipped past it.
  if (isAddressLiteral(hostname)) throw new SendFailure("refused_address");
  const addresses = await resolved(hostname, resolver, signal);
  const own = network.ownAddresses();
  const accepts = (address: string) => isPublicAddress(address, own);
  // One private address among public ones is a name that is being turned against us, not a mistake to work around.
  if (!addresses.every(accepts)) throw new SendFailure("refused_address");
  return { addresses: alternating(addresses).slice(0, addressesTried), accepts };
}

/** IPv4 and IPv6 in turn, so that both families are tried even when one has many addresses. */
function alternating(addresses: readonly string[]): string[] {
  const ipv4 = addresses.filter((address) => isIP(address) === 4);
  const ipv6 = addresses.filter((address) => isIP(address) === 6);
  const rounds = Array.from({ length: Math.max(ipv4.length, ipv6.length) }, (_, index) => index);
  return rounds.flatMap((index) => [...ipv4.slice(index, index + 1), ...ipv6.slice(index, index + 1)]);
}

async function resolved(
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

async function dialInTurn(
  { addresses }: Allowed,
  port: number,
  { network, connectMs }: SafeConnectorOptions,
  signal: AbortSignal,
): Promise<Socket> {
  let failure = new SendFailure("connect");
  for (const address of addresses) {
    const share = AbortSignal.timeout(connectMs / addresses.length);
    const socket = network.dial(address, port);
    try {
      await ready(socket, "connect", AbortSignal.any([signal, share]));
      return socket;
    } catch (error) {
      failure = error instanceof SendFailure ? error : new SendFailure("connect");
    }
    if (signal.aborted) break;
  }
  throw failure;
}

async function secured(
  socket: Socket,
  hostname: string,
  { secureContext }: SafeConnectorOptions,
  signal: AbortSignal,
): Promise<Socket> {
  // A server name in the handshake is never an address (RFC 6066).
  const name = isIP(hostname) === 0 ? { servername: hostname } : { host: hostname };
  const secure = connectTls({ socket, secureContext, ALPNProtocols: ["http/1.1"], ...name });
  try {
    await ready(secure, "secureConnect", signal);
    return secure;
  } catch (error) {
    socket.destroy();
    throw error instanceof SendFailure ? error : tlsFailure(error);
  }
}

/** Waits until a socket is connected; destroys it when it fails or the signal comes first. */
function ready(socket: Socket, event: "connect" | "secureConnect", signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => socket.destroy(new SendFailure("connect_timeout"));
    // The listener stays, so that an error between here and the HTTP client's own listener is not an uncaught one.
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
