/** The processor time of the calibration on the machine where the limits of tests were chosen, in milliseconds. */
const referenceMs = 6;

/** Run a function and return the processor time that this thread spent on it, in milliseconds. */
export function measureCpuMs(work: () => void): number {
  const usageBefore = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(usageBefore);
  return (user + system) / 1000;
}

/**
 * Scale a limit of processor time to this machine, so that a test says what the code costs and not how fast the
 * machine is. On a machine that is at least as fast as the reference machine, the limit is unchanged.
 *
 * @param ms the limit on the reference machine, in milliseconds
 */
export function scaleCpuLimit(ms: number): number {
  const text = JSON.stringify(Array.from({ length: 40_000 }, (_, id) => ({ id, name: `name ${id}` })));
  const samples = Array.from({ length: 5 }, () => measureCpuMs(() => void JSON.parse(text)));
  return ms * Math.max(1, Math.min(...samples) / referenceMs);
}
