import { createHash, timingSafeEqual } from "node:crypto";
import { BlockList, isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@souk/database";
import type { Metrics } from "./metrics.ts";

/** A response for monitoring systems. */
export interface ProbeResponse {
  status: number;
  contentType: string;
  text: string;
}

/** The client that requests /metrics. */
export interface MetricsClient {
  /** The client's IP address according to the trusted proxies. */
  address: string;
  /** Whether the request has X-Forwarded-For or Forwarded. */
  isForwarded: boolean;
  /** The header Authorization, or undefined if the request has none. */
  authorization: string | undefined;
}

/**
 * The responses of `/health/live`, `/health/ready` and `/metrics`. They require no authentication and contain no data
 * of stores.
 */
export interface Probes {
  /** Build the response that says that the process is running. */
  getLiveness(): ProbeResponse;
  /**
   * Build the response that says whether the process is ready for requests. It is ready if the database responds,
   * the process has created the data that it creates at its start, and it is not stopping.
   */
  getReadiness(): Promise<ProbeResponse>;
  /** Return whether the process is still creating its data. Until the data is complete, only the probes are served. */
  isPreparing(): boolean;
  /** Report that the process is not ready until the returned function is called. */
  startPreparing(): () => void;
  /**
   * Build the response with the metrics, or return null if the client may not read them and must get 404.
   */
  getMetrics(client: MetricsClient): Promise<ProbeResponse | null>;
  /** Report that the process is not ready from now on, so that load balancers stop sending requests to it. */
  markStopping(): void;
}

export interface ProbeOptions {
  database: Database;
  metrics: Metrics;
  /** The IP addresses and ranges that may read the metrics. */
  metricsFrom: readonly string[];
  /** The token with which a client at any IP address may read the metrics, or null. */
  metricsToken: string | null;
  /** Whether a proxy is trusted, so that the IP address of a forwarded request is the client's. */
  trustsProxy: boolean;
}

/** How long a readiness probe waits for the database. */
const databaseTimeoutMs = 2_000;

/** Create the probes of a process. */
export function createProbes(options: ProbeOptions): Probes {
  const { database, metrics, metricsFrom, metricsToken, trustsProxy } = options;
  const matchesAddress = createAddressMatcher(metricsFrom);
  const matchesToken = createTokenMatcher(metricsToken);
  let isDraining = false;
  let isPreparingData = false;
  // A probe that arrives while another one is waiting for the database shares the query, so that many probes do not use up the
  // connections that requests need.
  let availability: Promise<boolean> | null = null;
  const isAvailable = (): Promise<boolean> => {
    availability ??= isDatabaseAvailable(database).finally(() => {
      availability = null;
    });
    return availability;
  };
  return {
    getLiveness: () => json(200, { status: "live" }),
    getReadiness: async () => {
      if (isDraining) return json(503, { status: "draining" });
      if (isPreparingData)
        return json(503, { status: "starting", message: "The server is preparing its data." });
      if (await isAvailable()) return json(200, { status: "ready" });
      return json(503, { status: "database_unavailable" });
    },
    isPreparing: () => isPreparingData,
    startPreparing: () => {
      isPreparingData = true;
      return () => {
        isPreparingData = false;
      };
    },
    getMetrics: async ({ address, isForwarded, authorization }) => {
      // Behind an untrusted proxy, all clients have the proxy's IP address, which may be this machine's.
      const isAddressKnown = trustsProxy || !isForwarded;
      const mayRead = (isAddressKnown && matchesAddress(address)) || matchesToken(authorization);
      if (!mayRead) return null;
      return { status: 200, contentType: metrics.contentType, text: await metrics.render() };
    },
    markStopping: () => {
      isDraining = true;
    },
  };
}

async function isDatabaseAvailable(database: Database): Promise<boolean> {
  const timeoutAbort = new AbortController();
  const queryResult = database.query("select 1").then(
    () => true,
    () => false,
  );
  const timeout = sleep(databaseTimeoutMs, false, { signal: timeoutAbort.signal }).catch(() => false);
  const isAvailable = await Promise.race([queryResult, timeout]);
  timeoutAbort.abort();
  return isAvailable;
}

function json(status: number, body: object): ProbeResponse {
  return { status, contentType: "application/json; charset=utf-8", text: JSON.stringify(body) };
}

/** Create a function that returns whether an Authorization header has this token. If the token is null, it always returns false. */
function createTokenMatcher(token: string | null): (authorization: string | undefined) => boolean {
  if (token === null) return () => false;
  // The digests have the same length, which the comparison in constant time requires.
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  const expectedDigest = digest(`Bearer ${token}`);
  return (authorization) =>
    authorization !== undefined && timingSafeEqual(digest(authorization), expectedDigest);
}

/**
 * Create a function that returns whether an IP address is in one of these ranges. An IPv4-mapped IPv6 address is treated
 * as an IPv4 address.
 */
function createAddressMatcher(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", prefix] = range.split("/");
    const family = getFamily(address);
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (text) => {
    const address = text.replace(/^::ffff:(?=\d+\.)/i, "");
    return isIP(address) !== 0 && list.check(address, getFamily(address));
  };
}

function getFamily(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
