/** One thing to do of many. */
export interface Task {
  key: number;
  /** What it is done to, as a person knows it. */
  name: string;
  run: () => Promise<unknown>;
}

/** What did not work, and why. */
export interface Failure {
  key: number;
  name: string;
  error: unknown;
}

export interface TaskReport {
  total: number;
  /** Those that were tried. */
  tried: number;
  failures: readonly Failure[];
}

/**
 * Does things one after another, so that no shop is flooded; one that fails does not stop the others.
 * @param onProgress told after each
 * @param isStopped asked before each
 */
export async function runTasks(
  tasks: readonly Task[],
  { onProgress, isStopped }: { onProgress: (report: TaskReport) => void; isStopped: () => boolean },
): Promise<TaskReport> {
  let report: TaskReport = { total: tasks.length, tried: 0, failures: [] };
  for (const { key, name, run } of tasks) {
    if (isStopped()) break;
    const failed = await run().then(
      () => [],
      (error: unknown) => [{ key, name, error }],
    );
    report = { ...report, tried: report.tried + 1, failures: [...report.failures, ...failed] };
    onProgress(report);
  }
  return report;
}
