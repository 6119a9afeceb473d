import { Resolver } from "node:dns/promises";
import type { Clock } from "./clock.ts";

export type Resolution =
  | { ok: true; addresses: readonly string[] }
  | { ok: false; reason: "not_found" | "no_answer" };

/** Asks for the addresses of host names. */
export type NameResolver = { resolve(name: string): Promise<Resolution>; close(): void };

export type ResolverOptions = {
  clock: Clock;
  /** Name servers as `address` or `address:port`; without them, those of the system. */
  servers?: readonly string[];
  /** How long one query may take, in milliseconds. */
  timeoutMs?: number;
  /** How often a name server is asked. */
  tries?: number;
  /** How many names are remembered; the longest unused goes first. */
  maxNames?: number;
};

const cachedAtMostMs = 60_000;
const failuresCachedMs = 5_000;

type Remembered = { resolution: Resolution; until: number };

/**
 * A resolver that sends DNS queries itself (c-ares): `getaddrinfo` runs two at a time, reads the hosts file and adds
 * search domains, so that a few dead names would hold up all others and a short name could mean a machine inside.
 *
 * @returns a resolver; every answer holds all IPv4 addresses, then all IPv6 addresses, and is remembered for as long as
 * its records allow, at most a minute, failures for five seconds
 */
export function createResolver(options: ResolverOptions): NameResolver {
  const { clock, servers, timeoutMs = 800, tries = 2, maxNames = 10_000 } = options;
  const queries = new Resolver({ timeout: timeoutMs, tries, maxTimeout: timeoutMs });
  if (servers !== undefined) queries.setServers(servers);
  const remembered = new Map<string, Remembered>();
  const asking = new Map<string, Promise<Resolution>>();

  async function ask(name: string): Promise<Resolution> {
    const { resolution, forMs } = await query(queries, name);
    asking.delete(name);
    const oldest = remembered.size >= maxNames ? remembered.keys().next() : undefined;
    if (oldest?.done === false) remembered.delete(oldest.value);
    if (forMs > 0) remembered.set(name, { resolution, until: clock.now() + forMs });
    return resolution;
  }

  return {
    async resolve(hostname) {
      const name = hostname.toLowerCase().replace(/\.$/, "");
      const known = remembered.get(name);
      if (known !== undefined) {
        remembered.delete(name);
        if (clock.now() < known.until) {
          remembered.set(name, known);
          return known.resolution;
        }
      }
      const underway = asking.get(name) ?? ask(name);
      asking.set(name, underway);
      return underway;
    },
    close() {
      queries.cancel();
    },
  };
}

async function query(queries: Resolver, name: string): Promise<{ resolution: Resolution; forMs: number }> {
  const families = await Promise.allSettled([
    queries.resolve4(name, { ttl: true }),
    queries.resolve6(name, { ttl: true }),
  ]);
  const records = families.flatMap((family) => (family.status === "fulfilled" ? family.value : []));
  if (records.length > 0) {
    const forMs = Math.min(cachedAtMostMs, ...records.map((record) => record.ttl * 1000));
    return { resolution: { ok: true, addresses: records.map((record) => record.address) }, forMs };
  }
  const silent = families.some((family) => family.status === "rejected" && !isAbsent(family.reason));
  return {
    resolution: { ok: false, reason: silent ? "no_answer" : "not_found" },
    forMs: failuresCachedMs,
  };
}

/** A name server has said that there is no such name, or no address of this kind. */
function isAbsent(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOTFOUND" || code === "ENODATA";
}
