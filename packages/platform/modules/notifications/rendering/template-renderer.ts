import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { fieldError, throwApiError } from "@souk/contract";
import { createTurnQueue, createTurnSlots } from "../../../infrastructure/turn-queue.ts";
import type { RenderResult, RenderTask } from "./texts.ts";

/**
 * Renders emails in separate processes, so that a store's template never runs in the process that serves requests. Worker threads
 * would not be enough, because a thread that runs out of memory aborts its whole process.
 */
export interface TemplateRenderer {
  /** The maximum number of emails that are rendered at a time. */
  readonly maxRunning: number;
  /**
   * Render an email when it is its owner's turn. A process that takes too much time or memory is ended and replaced.
   * @param owner whose email it is, for example a store
   * @returns the rendered email, or the errors of a store's texts that cannot be rendered
   * @throws ApiError `unavailable` if too many emails of the owner are waiting, if the renderer is closed before the email is rendered,
   * or if no process starts in time
   * @throws Error if the process ended while it rendered default texts
   */
  render(owner: string, task: RenderTask): Promise<RenderResult>;
  /** End the processes. Emails that wait or are being rendered fail with `unavailable`. */
  close(): Promise<void>;
}

/** The script and the limits of the processes. Tests change them. */
export interface RendererOptions {
  /** The script of a process. */
  scriptUrl?: URL;
  /**
   * How long in milliseconds a process may take to render an email. The template engine limits its own CPU time; the timeout
   * ends a process that does not respond.
   */
  timeoutMs?: number;
  /** How long in milliseconds a process may take until it is ready for its first email. This time does not depend on the texts. */
  startTimeoutMs?: number;
  /** The maximum heap of a process, in MiB. */
  maxHeapMb?: number;
}

const defaults: Required<RendererOptions> = {
  scriptUrl: new URL("./render-process.ts", import.meta.url),
  timeoutMs: 10_000,
  startTimeoutMs: 60_000,
  maxHeapMb: 96,
};
/** How many emails are rendered at a time, and how many may wait. */
const queueLimits = { maxRunningPerOwner: 2, maxWaitingPerOwner: 16, maxWaiting: 512 };
/** The maximum number of processes. One core stays free for requests. */
const maxProcesses = 2;

/** The result for a store's texts whose rendering was stopped. */
const stoppedResult: RenderResult = {
  ok: false,
  errors: [
    fieldError(
      "body_html",
      "invalid_format",
      { format: "liquid" },
      "Rendering the subject and the bodies of the email takes too much time or memory in total.",
    ),
  ],
};

/** Create a renderer. It starts a process when the first email is rendered, and keeps it for later ones. */
export function createTemplateRenderer(options: RendererOptions = {}): TemplateRenderer {
  const { scriptUrl, timeoutMs, startTimeoutMs, maxHeapMb } = { ...defaults, ...options };
  const maxRunning = Math.max(1, Math.min(maxProcesses, availableParallelism() - 1));
  const queue = createTurnQueue({ slots: createTurnSlots(maxRunning), ...queueLimits });
  const processes = new Set<ChildProcess>();
  const idleProcesses: ChildProcess[] = [];
  let isClosed = false;

  function startProcess(): ChildProcess {
    const child = fork(fileURLToPath(scriptUrl), {
      execArgv: [`--max-old-space-size=${maxHeapMb}`],
      // The process needs no environment variables. Some variables of the platform's process contain secrets.
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

  function throwUnavailable(): never {
    throwApiError("unavailable", { retry_after_s: 5 });
  }

  function assertOpen(): void {
    if (isClosed) throwUnavailable();
  }

  /** Start a process, and wait until it is ready. The time limit of its first email begins only then. */
  async function startReadyProcess(): Promise<ChildProcess> {
    const child = startProcess();
    if ((await awaitMessage(child, startTimeoutMs)) !== null) return child;
    await endProcess(child);
    throwUnavailable();
  }

  async function runTask(task: RenderTask): Promise<RenderResult> {
    assertOpen();
    const child = idleProcesses.pop() ?? (await startReadyProcess());
    const result = await awaitMessage<RenderResult>(child, timeoutMs, task);
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

/**
 * Await the next message of a process.
 * @param task sent to the process first; absent to await the message that the process is ready
 * @returns null if the process ended or sent no message in time
 */
async function awaitMessage<Message>(
  child: ChildProcess,
  timeoutMs: number,
  task?: RenderTask,
): Promise<Message | null> {
  const { promise, resolve } = Promise.withResolvers<Message | null>();
  const fail = (): void => resolve(null);
  const receive = (message: unknown): void => resolve(message as Message);
  const timer = setTimeout(fail, timeoutMs);
  child.once("message", receive);
  child.once("exit", fail);
  child.once("error", fail);
  if (task !== undefined) child.send(task, (error) => error && fail());
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
