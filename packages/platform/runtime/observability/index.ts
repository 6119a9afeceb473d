export { createLog } from "./log.ts";
export { createMetrics, type Metrics } from "./metrics.ts";
export { createProbes, type ProbeResponse, type Probes } from "./probes.ts";
