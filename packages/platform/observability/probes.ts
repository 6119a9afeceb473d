import { BlockList, isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@souk/database";
import type { Metrics } from "./metrics.ts";

/** An answer for machines that watch; the same on every host. */
export interface ProbeAnswer {
  status: number;
  contentType: string;
  text: string;
}

/** Who asks for /metrics. */
export interface MetricsReader {
  /** The client's address as the trusted proxies say. */
  address: string;
  /** The request has X-Forwarded-For or Forwarded. */
  forwarded: boolean;
}

/** What `/health/live`, `/health/ready` and `/metrics` answer. They need no sign-in and say nothing of any store. */
export interface Probes {
  /** The process runs and its event loop turns. */
  live(): ProbeAnswer;
  /** It takes requests: the database answers and the process is not on its way out. The server listens only once the schema is there. */
  ready(): Promise<ProbeAnswer>;
  /** `null`: this client may not read them, and is answered as if there were no such address. */
  metrics(reader: MetricsReader): Promise<ProbeAnswer | null>;
  /** From now on not ready: load balancers should send their requests elsewhere. */
  drain(): void;
}

export interface ProbeOptions {
  database: Database;
  metrics: Metrics;
  /** Addresses and ranges that may read the metrics. */
  metricsFrom: readonly string[];
  /** Some proxy is believed, so that a forwarded request's address is its client's. */
  trustsProxy: boolean;
}

const databaseAnswersWithinMs = 2_000;

export function createProbes({ database, metrics, metricsFrom, trustsProxy }: ProbeOptions): Probes {
  const readers = addressList(metricsFrom);
  let draining = false;
  return {
    live: () => json(200, { status: "live" }),
    ready: async () => {
      if (draining) return json(503, { status: "draining" });
      if (await answers(database)) return json(200, { status: "ready" });
      return json(503, { status: "database_unavailable" });
    },
    metrics: async ({ address, forwarded }) => {
      // A proxy that nobody told us about hides its clients behind its own address, which may be this machine's.
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

/** Whether an address is among addresses and ranges; an IPv4 address in IPv6's clothes counts as itself. */
function addressList(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", prefix] = range.split("/");
    const family = familyOf(address);
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (text) => {
    const address = text.replace(/^::ffff:(?=\d+\.)/i, "");
    return isIP(address) !== 0 && list.check(address, familyOf(address));
  };
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
