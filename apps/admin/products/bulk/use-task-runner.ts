import { useRef, useState } from "react";
import { useRefreshProducts } from "../../queries-showing-products.ts";
import { runTasks, type Task, type TaskReport } from "./run-tasks.ts";

export interface TaskRunner {
  /** The progress or the result; null before the first start. */
  report: TaskReport | null;
  isRunning: boolean;
  start: (tasks: readonly Task[]) => Promise<TaskReport>;
  /** Stop the run after the current task. */
  stop: () => void;
}

/**
 * Return the function that runs tasks on products one after another, the function that stops them, and their progress.
 * After the tasks, products are refetched.
 */
export function useTaskRunner(): TaskRunner {
  const refresh = useRefreshProducts();
  const [report, setReport] = useState<TaskReport | null>(null);
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);
  const start = async (tasks: readonly Task[]) => {
    isStopped.current = false;
    setRunning(true);
    setReport({ totalCount: tasks.length, attemptedCount: 0, failures: [] });
    const finalReport = await runTasks(tasks, { onProgress: setReport, isStopped: () => isStopped.current });
    setRunning(false);
    await refresh();
    return finalReport;
  };
  const stop = () => {
    isStopped.current = true;
  };
  return { report, isRunning, start, stop };
}
