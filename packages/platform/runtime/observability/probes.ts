import { BlockList, isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@souk/database";
import type { Metrics } from "./metrics.ts";

/** A response for monitoring systems; the same on every host. */
export interface ProbeAnswer {
  status: number;
  contentType: string;
  text: string;
}

/** The client that requests /metrics. */
export interface MetricsReader {
  /** The client's address according to the trusted proxies. */
  address: string;
  /** Whether the request has X-Forwarded-For or Forwarded. */
  forwarded: boolean;
}

/**
 * The responses of `/health/live`, `/health/ready` and `/metrics`. They need no sign-in and say nothing about
 * any store.
 */
export interface Probes {
  /** Respond that the process runs and its event loop turns. */
  live(): ProbeAnswer;
  /**
   * Respond whether the process takes requests: the database responds, the data of the start is there and the
   * process is not stopping. The server listens only once the schema is there.
   */
  ready(): Promise<ProbeAnswer>;
  /** Return whether a start is still making data: until it is there, only the probes are served. */
  isPreparing(): boolean;
  /** Report not ready until the returned function is called. */
  prepare(): () => void;
  /**
   * Render the metrics. `null`: this client may not read them, and gets the response of a missing address.
   */
  metrics(reader: MetricsReader): Promise<ProbeAnswer | null>;
  /** Report not ready from now on: load balancers should send their requests elsewhere. */
  drain(): void;
}

export interface ProbeOptions {
  database: Database;
  metrics: Metrics;
  /** Addresses and ranges that may read the metrics. */
  metricsFrom: readonly string[];
  /** Whether some proxy is trusted, so that a forwarded request's address is its client's. */
  trustsProxy: boolean;
}

const databaseAnswersWithinMs = 2_000;

export function createProbes({ database, metrics, metricsFrom, trustsProxy }: ProbeOptions): Probes {
  const readers = addressList(metricsFrom);
  let draining = false;
  let preparing = false;
  return {
    live: () => json(200, { status: "live" }),
    ready: async () => {
      if (draining) return json(503, { status: "draining" });
      if (preparing) return json(503, { status: "starting", message: "The server is preparing its data." });
      if (await answers(database)) return json(200, { status: "ready" });
      return json(503, { status: "database_unavailable" });
    },
    isPreparing: () => preparing,
    prepare: () => {
      preparing = true;
      return () => {
        preparing = false;
      };
    },
    metrics: async ({ address, forwarded }) => {
      // An untrusted proxy hides its clients behind its own address, which may be this machine's.
      const known = trustsProxy || !forwarded;
      if (!known || !readers(address)) return null;
      return { status: 200, contentType: metrics.contentType, text: await metrics.text() };
    },
    drain: () => {
      draining = true;
    },
  };
}

async function answers(database: Database): Promise<boolean> {
  const late = new AbortController();
  const asked = database.query("select 1").then(
    () => true,
    () => false,
  );
  const timeout = sleep(databaseAnswersWithinMs, false, { signal: late.signal }).catch(() => false);
  const answer = await Promise.race([asked, timeout]);
  late.abort();
  return answer;
}

function json(status: number, body: object): ProbeAnswer {
  return { status, contentType: "application/json; charset=utf-8", text: JSON.stringify(body) };
}

/**
 * Create a test of whether an address is among addresses and ranges; an IPv4-mapped IPv6 address counts as
 * its IPv4 address.
 */
function addressList(ranges: readonly string[]): (address: string) => boolean {
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
