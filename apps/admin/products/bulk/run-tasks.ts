/** One of the tasks that a bulk action consists of. */
export interface Task {
  key: number;
  /** The name of the record that the task changes, for people. */
  name: string;
  run: () => Promise<unknown>;
}

/** A failed task with its error. */
interface TaskFailure {
  key: number;
  name: string;
  error: unknown;
}

export interface TaskReport {
  totalCount: number;
  /** The number of tasks that were run, including the failed ones. */
  attemptedCount: number;
  failures: readonly TaskFailure[];
}

/**
 * Run tasks one after another, to avoid overloading the store. A failed task does not stop the other tasks.
 * @param callbacks `onProgress` is called after each task. `isStopped` is called before each task; if it returns
 *   true, no more tasks are run.
 */
export async function runTasks(
  tasks: readonly Task[],
  { onProgress, isStopped }: { onProgress: (report: TaskReport) => void; isStopped: () => boolean },
): Promise<TaskReport> {
  let report: TaskReport = { totalCount: tasks.length, attemptedCount: 0, failures: [] };
  for (const { key, name, run } of tasks) {
    if (isStopped()) break;
    const newFailures = await run().then(
      () => [],
      (error: unknown) => [{ key, name, error }],
    );
    report = {
      ...report,
      attemptedCount: report.attemptedCount + 1,
      failures: [...report.failures, ...newFailures],
    };
    onProgress(report);
  }
  return report;
}
