import { useRef, useState } from "react";
import { useRefreshProducts } from "../../stale.ts";
import { runTasks, type Task, type TaskReport } from "./run-tasks.ts";

export interface RunningTasks {
  /** Null before the first start. */
  report: TaskReport | null;
  isRunning: boolean;
  start: (tasks: readonly Task[]) => Promise<TaskReport>;
  /** The one under way is finished. */
  stop: () => void;
}

/** Does many things to products in turn, with how far it has come. Lists and products are asked anew afterwards. */
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
