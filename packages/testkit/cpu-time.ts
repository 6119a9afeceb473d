/** The milliseconds of processor time for one sample in `scaleCpuLimit` on the reference machine, where the tests' limits were chosen. */
const referenceMs = 6;

/** Run a function and return the processor time that this thread spent on it, in milliseconds. */
export function measureCpuMs(work: () => void): number {
  const usageBefore = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(usageBefore);
  return (user + system) / 1000;
}

/**
 * Scale a limit of processor time to this machine, so that a test checks the cost of the code and not the speed of the
 * machine. On a machine that is at least as fast as the reference machine, the limit is unchanged.
 *
 * @param limitMs the limit on the reference machine, in milliseconds
 * @returns the limit on this machine, in milliseconds
 */
export function scaleCpuLimit(limitMs: number): number {
  const text = JSON.stringify(Array.from({ length: 40_000 }, (_, id) => ({ id, name: `name ${id}` })));
  const samples = Array.from({ length: 5 }, () => measureCpuMs(() => void JSON.parse(text)));
  return limitMs * Math.max(1, Math.min(...samples) / referenceMs);
}
