import type { ServerSettings } from "@souk/database";
import { layDeliveryGround } from "./delivery-ground.ts";
import { type LatencyOptions, measureLatency } from "./measure-latency.ts";
import { measureRates, type RateOptions } from "./measure-rate.ts";
import type { DeliveryFindings } from "./report-deliveries.ts";

export interface DeliveryOptions {
  endpoints: number;
  /** B5 and B9; left out, they are not measured. */
  rates?: RateOptions;
  /** B6. */
  latency?: LatencyOptions;
  /** In place of the settings that Souk runs PostgreSQL with. */
  settings?: ServerSettings;
}

/** B5, B6 and B9. Each stands on a database of its own. */
export async function measureDeliveries(options: DeliveryOptions): Promise<DeliveryFindings> {
  const { endpoints, settings } = options;
  const common = settings ? { settings } : {};
  const found: DeliveryFindings = { rates: null, latency: null };
  if (options.rates) {
    const ground = await layDeliveryGround({ endpoints, serving: "api", ...common });
    found.rates = await measureRates(ground, options.rates).finally(ground.stop);
  }
  if (options.latency) {
    const ground = await layDeliveryGround({ endpoints: 1, serving: "all", ...common });
    found.latency = await measureLatency(ground, options.latency).finally(ground.stop);
  }
  return found;
}
