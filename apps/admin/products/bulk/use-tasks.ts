import { useRef, useState } from "react";
import { useRefreshProducts } from "../../stale.ts";
import { runTasks, type Task, type TaskReport } from "./run-tasks.ts";

export interface RunningTasks {
  /** The progress; null before the first start. */
  report: TaskReport | null;
  isRunning: boolean;
  start: (tasks: readonly Task[]) => Promise<TaskReport>;
  /** Stop after the current task. */
  stop: () => void;
}

/** Run many tasks on products in turn and report the progress. Lists and products are refetched afterwards. */
export function useTasks(): RunningTasks {
  const refresh = useRefreshProducts();
  const [report, setReport] = useState<TaskReport | null>(null);
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);
  const start = async (tasks: readonly Task[]) => {
    isStopped.current = false;
    setRunning(true);
    setReport({ total: tasks.length, tried: 0, failures: [] });
    const last = await runTasks(tasks, { onProgress: setReport, isStopped: () => isStopped.current });
    setRunning(false);
    await refresh();
    return last;
  };
  const stop = () => {
    isStopped.current = true;
  };
  return { report, isRunning, start, stop };
}
