export { createLog } from "./log.ts";
export { createMetrics, type Metrics } from "./metrics.ts";
export { createProbes, type ProbeAnswer, type Probes } from "./probes.ts";
