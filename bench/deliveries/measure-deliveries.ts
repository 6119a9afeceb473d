import type { ServerSettings } from "@souk/database";
import { createDeliveryFixture } from "./delivery-fixture.ts";
import { type LatencyOptions, measureLatency } from "./measure-latency.ts";
import { measureRates, type RateOptions } from "./measure-rate.ts";
import type { DeliveryFindings } from "./report-deliveries.ts";

export interface DeliveryOptions {
  /** The number of endpoints for B5 and B9. B6 always has one endpoint. */
  endpointCount: number;
  /** The options of B5 and B9, the rates of deliveries; if omitted, the rates are not measured. */
  rates?: RateOptions;
  /** The options of B6, the latency of deliveries; if omitted, the latency is not measured. */
  latency?: LatencyOptions;
  /** PostgreSQL settings that replace Souk's. */
  settings?: ServerSettings;
}

/** Measure the rates of deliveries (B5 and B9) on one new database and their latency (B6) on another. */
export async function measureDeliveries(options: DeliveryOptions): Promise<DeliveryFindings> {
  const { endpointCount, settings } = options;
  const commonOptions = settings ? { settings } : {};
  const findings: DeliveryFindings = { rates: null, latency: null };
  if (options.rates) {
    const fixture = await createDeliveryFixture({ endpointCount, apiRole: "api", ...commonOptions });
    findings.rates = await measureRates(fixture, options.rates).finally(fixture.stop);
  }
  if (options.latency) {
    const fixture = await createDeliveryFixture({ endpointCount: 1, apiRole: "all", ...commonOptions });
    findings.latency = await measureLatency(fixture, options.latency).finally(fixture.stop);
  }
  return findings;
}
