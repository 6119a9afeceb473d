export { createLog, type LogOutputs } from "./log.ts";
export { createMetrics, type Metrics } from "./metrics.ts";
export {
  createProbes,
  type MetricsReader,
  type ProbeAnswer,
  type ProbeOptions,
  type Probes,
} from "./probes.ts";
