import type { ServerSettings } from "@souk/database";
import { createDeliveryFixture } from "./delivery-fixture.ts";
import { type LatencyOptions, measureLatency } from "./measure-latency.ts";
import { measureRates, type RateOptions } from "./measure-rate.ts";
import type { DeliveryFindings } from "./report-deliveries.ts";

export interface DeliveryOptions {
  endpoints: number;
  /** The options of B5 and B9, which are not measured when omitted. */
  rates?: RateOptions;
  /** The options of B6. */
  latency?: LatencyOptions;
  /** The settings in place of those that Souk runs PostgreSQL with. */
  settings?: ServerSettings;
}

/** Measure B5, B6 and B9, each on a database of its own. */
export async function measureDeliveries(options: DeliveryOptions): Promise<DeliveryFindings> {
  const { endpoints, settings } = options;
  const common = settings ? { settings } : {};
  const found: DeliveryFindings = { rates: null, latency: null };
  if (options.rates) {
    const fixture = await createDeliveryFixture({ endpoints, serving: "api", ...common });
    found.rates = await measureRates(fixture, options.rates).finally(fixture.stop);
  }
  if (options.latency) {
    const fixture = await createDeliveryFixture({ endpoints: 1, serving: "all", ...common });
    found.latency = await measureLatency(fixture, options.latency).finally(fixture.stop);
  }
  return found;
}
