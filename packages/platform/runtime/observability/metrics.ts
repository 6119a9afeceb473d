import type { Database } from "@souk/database";
import type { DeliveryMetrics } from "@souk/delivery";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { readDatabaseFigures } from "./database-figures.ts";

/** The figures of one process, in the text format of Prometheus. */
export interface Metrics {
  /**
   * Count an answered request.
   * @param operation the operation's id; for other requests, the kind of address: `page`, `probe`, `other`
   */
  httpRequest(operation: string, status: number, seconds: number): void;
  /** Count an attempt to send a webhook: `delivered`, or why it failed. */
  webhookAttempt(outcome: string, seconds: number): void;
  /** Also report what the delivery engine of this process has done and holds. Once per process. */
  watchDelivery(read: () => DeliveryMetrics): void;
  /** Also count what Node knows about this process. Once per process, since it installs observers. */
  watchProcess(): void;
  readonly contentType: string;
  /**
   * Render all metrics of this moment; those that only the database knows are left out while it is
   * unavailable.
   */
  text(): Promise<string>;
}

const httpBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const sendBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Create the metrics of a process. @param liveProcesses how many processes serve the API, as rate limits know
 * it
 */
export function createMetrics(database: Database, liveProcesses: () => number): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const http = new Histogram({
    name: "souk_http_request_duration_seconds",
    help: "Time from a request's head to the end of its answer, by operation.",
    labelNames: ["operation", "status"],
    buckets: httpBuckets,
    registers,
  });
  const attempts = new Histogram({
    name: "souk_webhook_attempt_duration_seconds",
    help: "Time of an attempt to send a webhook, by outcome.",
    labelNames: ["outcome"],
    buckets: sendBuckets,
    registers,
  });
  const failedReads = new Counter({
    name: "souk_metrics_database_failures_total",
    help: "Times that the database could not be asked for its figures.",
    registers,
  });
  new Gauge({
    name: "souk_processes",
    help: "Live processes that serve the API and share the rate limits.",
    registers,
    collect() {
      this.set(liveProcesses());
    },
  });
  new Gauge({
    name: "souk_database_connections",
    help: "Connections of this process: open, idle among them, and requests waiting for one.",
    labelNames: ["state"],
    registers,
    collect() {
      for (const [state, count] of Object.entries(database.pool())) this.set({ state }, count);
    },
  });
  const figures = databaseGauges(registers);

  async function askDatabase(): Promise<void> {
    const found = await readDatabaseFigures(database).catch(() => undefined);
    if (!found) failedReads.inc();
    for (const { gauge, read } of figures) {
      gauge.reset();
      if (found) gauge.set(read(found));
      else gauge.remove();
    }
  }

  return {
    httpRequest: (operation, status, seconds) => http.observe({ operation, status }, seconds),
    webhookAttempt: (outcome, seconds) => attempts.observe({ outcome }, seconds),
    watchDelivery: (read) => watchDelivery(registers, read),
    watchProcess: () => collectDefaultMetrics({ register: registry }),
    contentType: registry.contentType,
    text: async () => {
      await askDatabase();
      return registry.metrics();
    },
  };
}

type Figures = Awaited<ReturnType<typeof readDatabaseFigures>>;

function databaseGauges(registers: Registry[]): { gauge: Gauge; read: (figures: Figures) => number }[] {
  const one = (name: string, help: string, read: (figures: Figures) => number) => ({
    gauge: new Gauge({ name, help, registers }),
    read,
  });
  return [
    one(
      "souk_event_inbox_oldest_seconds",
      "Age of the oldest committed event that is not numbered yet.",
      (found) => found.inbox_oldest_seconds,
    ),
    one("souk_lanes_due", "Lanes that have something to send now.", (found) => found.lanes_due),
    one(
      "souk_lanes_queued",
      "Lanes that wait for their endpoint: it fails, or has enough under way.",
      (found) => found.lanes_queued,
    ),
    one("souk_endpoints_open", "Endpoints that fail and are only probed.", (found) => found.endpoints_open),
    one(
      "souk_endpoints_recovering",
      "Endpoints that are sent to at a pace.",
      (found) => found.endpoints_recovering,
    ),
    one(
      "souk_database_oldest_transaction_seconds",
      "Age of the oldest open transaction; from 60 on, queues slow down.",
      (found) => found.oldest_transaction_seconds,
    ),
    one(
      "souk_database_dead_rows",
      "Dead rows of the queue's tables; from 200,000 on, vacuum does not keep up.",
      (found) => found.dead_rows,
    ),
  ];
}

function watchDelivery(registers: Registry[], read: () => DeliveryMetrics): void {
  new Gauge({
    name: "souk_delivery_results",
    help: "Deliveries of this process since it started, by what became of them; fenced: another process had taken over.",
    labelNames: ["result"],
    registers,
    collect() {
      for (const [result, count] of Object.entries(read().results)) this.set({ result }, count);
    },
  });
  new Gauge({
    name: "souk_delivery_held",
    help: "What the delivery engine holds: lanes, requests under way, results not written yet.",
    labelNames: ["what"],
    registers,
    collect() {
      const { lanes_leased, requests_under_way, unacknowledged } = read();
      this.set({ what: "lanes" }, lanes_leased);
      this.set({ what: "requests" }, requests_under_way);
      this.set({ what: "results" }, unacknowledged);
    },
  });
  new Gauge({
    name: "souk_delivery_replayed_attempts",
    help: "Attempts of this process since it started at deliveries that someone asked to resend.",
    registers,
    collect() {
      this.set(read().replayed_attempts);
    },
  });
}
