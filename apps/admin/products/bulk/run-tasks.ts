/** One task of many. */
export interface Task {
  key: number;
  /** The name of the task's record, for people to read. */
  name: string;
  run: () => Promise<unknown>;
}

/** A failed task and the reason. */
export interface Failure {
  key: number;
  name: string;
  error: unknown;
}

export interface TaskReport {
  total: number;
  /** The number of tasks that were tried. */
  tried: number;
  failures: readonly Failure[];
}

/**
 * Run tasks one after another, so that no store is flooded; one that fails does not stop the others.
 * @param onProgress called after each task
 * @param isStopped called before each task
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
