import type { Database } from "@souk/database";
import type { DeliveryMetrics } from "@souk/delivery";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { type DatabaseMetrics, loadDatabaseMetrics } from "./database-metrics.ts";

/** The metrics of a process, which are exported in the text format of Prometheus. */
export interface Metrics {
  /**
   * Record a request and the time until its response ended.
   * @param operation the operation's id, or `other` for any other request
   */
  recordHttpRequest(operation: string, status: number, seconds: number): void;
  /** Record an attempt to send a webhook. @param outcome `delivered`, or why it failed */
  recordWebhookAttempt(outcome: string, seconds: number): void;
  /** Add metrics about the delivery engine of this process. Call it once per process. */
  watchDelivery(read: () => DeliveryMetrics): void;
  /** Add Node's metrics about this process. Call it once per process, because it installs observers. */
  watchProcess(): void;
  readonly contentType: string;
  /**
   * Render the current metrics. While the database is unavailable, its metrics are left out.
   */
  render(): Promise<string>;
}

/** The upper bounds of the histograms' buckets, in seconds. */
const httpBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const sendBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Create the metrics of a process.
 * @param countLiveProcesses returns the number of live processes that serve the API
 */
export function createMetrics(database: Database, countLiveProcesses: () => number): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requestTimes = new Histogram({
    name: "souk_http_request_duration_seconds",
    help: "Time from the start of a request to the end of its response, by operation.",
    labelNames: ["operation", "status"],
    buckets: httpBuckets,
    registers,
  });
  const attemptTimes = new Histogram({
    name: "souk_webhook_attempt_duration_seconds",
    help: "Time of an attempt to send a webhook, by outcome.",
    labelNames: ["outcome"],
    buckets: sendBuckets,
    registers,
  });
  const failedReads = new Counter({
    name: "souk_metrics_database_failures_total",
    help: "Number of times that the metrics of the database could not be read.",
    registers,
  });
  new Gauge({
    name: "souk_processes",
    help: "Live processes that serve the API and share the rate limits.",
    registers,
    collect() {
      this.set(countLiveProcesses());
    },
  });
  new Gauge({
    name: "souk_database_connections",
    help: "Database connections of this process: open, idle (included in open), and queries that wait for one.",
    labelNames: ["state"],
    registers,
    collect() {
      for (const [state, count] of Object.entries(database.getPoolState())) this.set({ state }, count);
    },
  });
  const gauges = createDatabaseGauges(registers);

  async function updateDatabaseGauges(): Promise<void> {
    const databaseMetrics = await loadDatabaseMetrics(database).catch(() => undefined);
    if (!databaseMetrics) failedReads.inc();
    for (const { gauge, read } of gauges) {
      gauge.reset();
      if (databaseMetrics) gauge.set(read(databaseMetrics));
      else gauge.remove();
    }
  }

  return {
    recordHttpRequest: (operation, status, seconds) => requestTimes.observe({ operation, status }, seconds),
    recordWebhookAttempt: (outcome, seconds) => attemptTimes.observe({ outcome }, seconds),
    watchDelivery: (read) => watchDelivery(registers, read),
    watchProcess: () => collectDefaultMetrics({ register: registry }),
    contentType: registry.contentType,
    render: async () => {
      await updateDatabaseGauges();
      return registry.metrics();
    },
  };
}

function createDatabaseGauges(
  registers: Registry[],
): { gauge: Gauge; read: (databaseMetrics: DatabaseMetrics) => number }[] {
  const createGauge = (name: string, help: string, read: (databaseMetrics: DatabaseMetrics) => number) => ({
    gauge: new Gauge({ name, help, registers }),
    read,
  });
  return [
    createGauge(
      "souk_event_inbox_oldest_seconds",
      "Age of the oldest committed event that is not numbered yet.",
      (databaseMetrics) => databaseMetrics.inbox_oldest_seconds,
    ),
    createGauge(
      "souk_lanes_due",
      "Lanes with a delivery that is due.",
      (databaseMetrics) => databaseMetrics.lanes_due,
    ),
    createGauge(
      "souk_lanes_queued",
      "Lanes that wait because their endpoint is failing or has its maximum of requests in flight.",
      (databaseMetrics) => databaseMetrics.lanes_queued,
    ),
    createGauge(
      "souk_endpoints_open",
      "Failing endpoints, which only get probes.",
      (databaseMetrics) => databaseMetrics.endpoints_open,
    ),
    createGauge(
      "souk_endpoints_recovering",
      "Recovering endpoints, which get a limited number of requests per second.",
      (databaseMetrics) => databaseMetrics.endpoints_recovering,
    ),
    createGauge(
      "souk_database_oldest_transaction_seconds",
      "Age of the oldest open transaction. Above 60 seconds, queues slow down.",
      (databaseMetrics) => databaseMetrics.oldest_transaction_seconds,
    ),
    createGauge(
      "souk_database_dead_rows",
      "Dead rows in the queue's tables. Above 200,000, vacuum is too slow.",
      (databaseMetrics) => databaseMetrics.dead_rows,
    ),
  ];
}

function watchDelivery(registers: Registry[], read: () => DeliveryMetrics): void {
  new Gauge({
    name: "souk_delivery_results",
    help: "Deliveries of this process since its start, by result. `fenced` means that another process has leased the lane.",
    labelNames: ["result"],
    registers,
    collect() {
      for (const [result, count] of Object.entries(read().results)) this.set({ result }, count);
    },
  });
  new Gauge({
    name: "souk_delivery_held",
    help: "What the delivery engine has in progress: leased lanes, requests in flight, and results that are not stored yet.",
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
    help: "Attempts of this process since its start to send replayed deliveries.",
    registers,
    collect() {
      this.set(read().replayed_attempts);
    },
  });
}
