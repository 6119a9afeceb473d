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

// The maximum time that a result is cached, and the time that a failure is cached.
const maxCacheMs = 60_000;
const failureCacheMs = 5_000;

/**
 * Create a resolver that sends DNS queries itself (c-ares). `getaddrinfo` is not used for two reasons. It runs only a few
 * queries at a time, so names without a response would block all other names. And it reads the hosts file and search domains,
 * so a short name could resolve to an internal machine.
 *
 * @returns a resolver that lists IPv4 addresses before IPv6 addresses. It caches results for the TTL of their records, but
 * at most a minute, and failures for five seconds
 */
export function createResolver(options: ResolverOptions): NameResolver {
  const { clock, servers, timeoutMs = 800, tries = 2, maxNames = 10_000 } = options;
  const dnsResolver = new Resolver({ timeout: timeoutMs, tries, maxTimeout: timeoutMs });
  if (servers !== undefined) dnsResolver.setServers(servers);
  const cache = new LRUCache<string, Resolution>({ max: maxNames, ttlResolution: 0, perf: clock });
  const pendingResolutions = new Map<string, Promise<Resolution>>();

  async function resolveUncached(name: string): Promise<Resolution> {
    const { resolution, cacheMs } = await queryName(dnsResolver, name);
    pendingResolutions.delete(name);
    if (cacheMs > 0) cache.set(name, resolution, { ttl: cacheMs });
    return resolution;
  }

  return {
    async resolve(hostname) {
      const name = hostname.toLowerCase().replace(/\.$/, "");
      const cached = cache.get(name);
      if (cached !== undefined) return cached;
      const resolution = pendingResolutions.get(name) ?? resolveUncached(name);
      pendingResolutions.set(name, resolution);
      return resolution;
    },
    close() {
      dnsResolver.cancel();
    },
  };
}

async function queryName(
  dnsResolver: Resolver,
  name: string,
): Promise<{ resolution: Resolution; cacheMs: number }> {
  const familyResults = await Promise.allSettled([
    dnsResolver.resolve4(name, { ttl: true }),
    dnsResolver.resolve6(name, { ttl: true }),
  ]);
  const records = familyResults.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  if (records.length > 0) {
    const cacheMs = Math.min(maxCacheMs, ...records.map((record) => record.ttl * 1000));
    return { resolution: { ok: true, addresses: records.map((record) => record.address) }, cacheMs };
  }
  const hasNoResponse = familyResults.some(
    (result) => result.status === "rejected" && !isNotFound(result.reason),
  );
  return {
    resolution: { ok: false, reason: hasNoResponse ? "no_answer" : "not_found" },
    cacheMs: failureCacheMs,
  };
}

/** Return whether an error means that the name, or an address of the queried family, does not exist. */
function isNotFound(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOTFOUND" || code === "ENODATA";
}
