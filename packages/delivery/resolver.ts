import { Resolver } from "node:dns/promises";
import { LRUCache } from "lru-cache";
import type { Clock } from "./clock.ts";

export type Resolution =
  | { ok: true; addresses: readonly string[] }
  | { ok: false; reason: "not_found" | "no_answer" };

/** Resolves host names to addresses. */
export type NameResolver = { resolve(name: string): Promise<Resolution>; close(): void };

export type ResolverOptions = {
  clock: Clock;
  /** Name servers as `address` or `address:port`; by default those of the system. */
  servers?: readonly string[];
  /** The time limit of one query, in milliseconds. */
  timeoutMs?: number;
  /** The number of tries per name server. */
  tries?: number;
  /** The maximum number of cached names; the least recently used is removed first. */
  maxNames?: number;
};

const maxCacheMs = 60_000;
const failureCacheMs = 5_000;

/**
 * Create a resolver that sends DNS queries itself (c-ares). `getaddrinfo` is not used: it runs only a few queries at a time,
 * so dead names would block all others, and it reads the hosts file and search domains, so a short name could resolve to an
 * internal machine.
 *
 * @returns a resolver that lists IPv4 addresses before IPv6 addresses. Results are cached for the TTL of their records, at
 * most a minute; failures are cached for five seconds
 */
export function createResolver(options: ResolverOptions): NameResolver {
  const { clock, servers, timeoutMs = 800, tries = 2, maxNames = 10_000 } = options;
  const queries = new Resolver({ timeout: timeoutMs, tries, maxTimeout: timeoutMs });
  if (servers !== undefined) queries.setServers(servers);
  const cache = new LRUCache<string, Resolution>({ max: maxNames, ttlResolution: 0, perf: clock });
  const pending = new Map<string, Promise<Resolution>>();

  async function resolveUncached(name: string): Promise<Resolution> {
    const { resolution, forMs } = await query(queries, name);
    pending.delete(name);
    if (forMs > 0) cache.set(name, resolution, { ttl: forMs });
    return resolution;
  }

  return {
    async resolve(hostname) {
      const name = hostname.toLowerCase().replace(/\.$/, "");
      const cached = cache.get(name);
      if (cached !== undefined) return cached;
      const underway = pending.get(name) ?? resolveUncached(name);
      pending.set(name, underway);
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
    const forMs = Math.min(maxCacheMs, ...records.map((record) => record.ttl * 1000));
    return { resolution: { ok: true, addresses: records.map((record) => record.address) }, forMs };
  }
  const hasNoResponse = families.some((family) => family.status === "rejected" && !isNotFound(family.reason));
  return {
    resolution: { ok: false, reason: hasNoResponse ? "no_answer" : "not_found" },
    forMs: failureCacheMs,
  };
}

/** Return whether a name server reported that the name, or an address of this family, does not exist. */
function isNotFound(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOTFOUND" || code === "ENODATA";
}
