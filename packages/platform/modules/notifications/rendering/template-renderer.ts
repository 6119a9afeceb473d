import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { fieldError, throwApiError } from "@souk/contract";
import { createTurnQueue, createTurnSlots } from "../../../infrastructure/turn-queue.ts";
import type { RenderResult, RenderTask } from "./texts.ts";

/**
 * Renders emails in processes of their own, so that a store's template never runs in the process that serves requests. They
 * are processes instead of worker threads, because a thread that runs out of memory aborts its whole process.
 */
export interface TemplateRenderer {
  /** How many emails are rendered at a time. */
  readonly maxRunning: number;
  /**
   * Render an email when it is its owner's turn. A process that takes too much time or memory is ended and replaced.
   * @param owner whose email it is, for example a store
   * @returns the errors of a store's texts that cannot be rendered
   * @throws ApiError `unavailable` if too many emails of the owner are waiting, or if the renderer is closed before the email is rendered
   * @throws Error if the process ended while it rendered default texts
   */
  render(owner: string, task: RenderTask): Promise<RenderResult>;
  /** End the processes. Emails that are being rendered or wait are then `unavailable`. */
  close(): Promise<void>;
}

/** The limits of the processes. Tests change them. */
export interface RendererOptions {
  /** The script of a process. */
  scriptUrl?: URL;
  /**
   * How long in milliseconds a process may take. The engine limits its CPU time itself; the timeout ends a process that does not
   * respond.
   */
  timeoutMs?: number;
  /** The maximum heap of a process, in MiB. */
  maxHeapMb?: number;
}

const defaults: Required<RendererOptions> = {
  scriptUrl: new URL("./render-process.ts", import.meta.url),
  timeoutMs: 10_000,
  maxHeapMb: 96,
};
const queueLimits = { maxRunningPerOwner: 2, maxWaitingPerOwner: 16, maxWaiting: 512 };
/** The maximum number of processes. One core stays free for requests. */
const maxProcesses = 2;

const stoppedResult: RenderResult = {
  ok: false,
  errors: [
    fieldError(
      "body_html",
      "invalid_format",
      { format: "liquid" },
      "Rendering all texts together takes too much time or memory.",
    ),
  ],
};

/** Create a renderer. It starts a process when the first email is rendered, and keeps it for later ones. */
export function createTemplateRenderer(options: RendererOptions = {}): TemplateRenderer {
  const { scriptUrl, timeoutMs, maxHeapMb } = { ...defaults, ...options };
  const maxRunning = Math.max(1, Math.min(maxProcesses, availableParallelism() - 1));
  const queue = createTurnQueue({ slots: createTurnSlots(maxRunning), ...queueLimits });
  const processes = new Set<ChildProcess>();
  const idleProcesses: ChildProcess[] = [];
  let isClosed = false;

  function startProcess(): ChildProcess {
    const child = fork(fileURLToPath(scriptUrl), {
      execArgv: [`--max-old-space-size=${maxHeapMb}`],
      // The process needs no environment variables, and some of them contain secrets.
      env: {},
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    processes.add(child);
    // The platform's process may end while the rendering process waits for its next email.
    child.unref();
    child.channel?.unref();
    child.on("exit", () => {
      processes.delete(child);
      const index = idleProcesses.indexOf(child);
      if (index >= 0) idleProcesses.splice(index, 1);
    });
    return child;
  }

  function assertOpen(): void {
    if (isClosed) throwApiError("unavailable", { retry_after_s: 5 });
  }

  async function runTask(task: RenderTask): Promise<RenderResult> {
    assertOpen();
    const child = idleProcesses.pop() ?? startProcess();
    const result = await awaitResult(child, task, timeoutMs);
    if (result !== null) {
      idleProcesses.push(child);
      return result;
    }
    // The process may have ended because the renderer was closed, which says nothing about the texts.
    assertOpen();
    await endProcess(child);
    if (task.author === "store") return stoppedResult;
    throw new Error("The process that rendered the default texts of an email ended.");
  }

  return {
    maxRunning,
    render: (owner, task) => queue.run(owner, () => runTask(task)),
    close: async () => {
      isClosed = true;
      await Promise.all([...processes].map(endProcess));
    },
  };
}

/** Send a task to a process and await its result. @returns null if the process ended or did not respond in time */
async function awaitResult(
  child: ChildProcess,
  task: RenderTask,
  timeoutMs: number,
): Promise<RenderResult | null> {
  const { promise, resolve } = Promise.withResolvers<RenderResult | null>();
  const fail = (): void => resolve(null);
  const receive = (message: unknown): void => resolve(message as RenderResult);
  const timer = setTimeout(fail, timeoutMs);
  child.once("message", receive);
  child.once("exit", fail);
  child.once("error", fail);
  child.send(task, (error) => error && fail());
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off("message", receive);
    child.off("exit", fail);
    child.off("error", fail);
  }
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  // Keep the platform's process running until the rendering process has ended.
  child.ref();
  child.kill("SIGKILL");
  await exit;
}
