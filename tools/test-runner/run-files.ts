import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { endGroup } from "./end-group.ts";
import { type FileEnd, type FileToRun, noCounts, passed } from "./file-end.ts";

/** Test files that run side by side with the other lanes' files. */
export interface TestLane {
  files: string[];
  /** How many at once, each in a process of its own. */
  concurrency: number;
  /** How many files a process runs, one after the other, before the next takes over. What they import is loaded once. */
  filesOfProcess: number;
}

/** A file's end with what its process printed meanwhile, and whether that lived until then. */
export type ToldFile = FileEnd & { output: string; endedWell: boolean };

export interface RunOptions {
  cwd: string;
  pattern: string | undefined;
  /** Options of node for each process. */
  execArgv: readonly string[];
  /** What hangs is ended by then. */
  fileTimeoutMs: number;
}

/** How long what a process printed is read after its end, in milliseconds: one that it set free may hold its pipes for ever. */
const restMs = 500;

const hostFile = join(import.meta.dirname, "host.ts");

/** A process that runs test files, in a group of its own: what they have started ends with it, but a PostgreSQL, which leads its own. */
class Host {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #output = "";
  #left: number;
  readonly #endGroup = (): void => {
    const { pid } = this.#child;
    if (pid !== undefined) endGroup(pid);
  };

  constructor({ cwd, execArgv }: RunOptions, files: number) {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const stdio = ["ignore", "pipe", "pipe", "ipc"] as const;
    const its = { cwd, env, execArgv: [...execArgv], stdio: [...stdio] };
    this.#child = fork(hostFile, { ...its, detached: true });
    process.once("exit", this.#endGroup);
    this.#left = files;
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#output += text;
      });
    this.#ended = this.#end();
  }

  async #end(): Promise<void> {
    const closed = once(this.#child, "close");
    await once(this.#child, "exit");
    process.off("exit", this.#endGroup);
    this.#endGroup();
    await Promise.race([closed, sleep(restMs)]);
    this.#left = 0;
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }

  get takesMore(): boolean {
    return this.#left > 0;
  }

  async run(asked: FileToRun, timeoutMs: number): Promise<ToldFile> {
    this.#left -= 1;
    const begun = performance.now();
    const { promise, resolve } = Promise.withResolvers<FileEnd | null>();
    const onEnd = (end: FileEnd) => resolve(end);
    void this.#ended.then(() => resolve(null));
    const watch = setTimeout(() => this.#child.kill("SIGKILL"), timeoutMs);
    // A process that has ended meanwhile takes nothing; its end is told instead.
    this.#child.once("message", onEnd).send(asked, () => undefined);
    const end = await promise;
    clearTimeout(watch);
    this.#child.off("message", onEnd);
    // What was printed before the answer may be read after it.
    await turn();
    const output = this.#output;
    this.#output = "";
    if (end) {
      if (!passed(end)) this.#left = 0;
      return { ...end, output, endedWell: true };
    }
    this.#left = 0;
    const { exitCode, signalCode } = this.#child;
    const how = `its process ended with ${signalCode ?? exitCode} before it did`;
    const ms = performance.now() - begun;
    const counts = { ...noCounts, tests: 1, failed: 1 };
    const failures = `✖ ${asked.file} (${ms}ms)\n  ${how}`;
    return { file: asked.file, counts, ms, failures, output, endedWell: false };
  }

  async stop(): Promise<void> {
    this.#child.kill();
    await this.#ended;
  }
}

async function runLane(
  { files, concurrency, filesOfProcess }: TestLane,
  options: RunOptions,
  told: (end: ToldFile) => void,
): Promise<void> {
  const waiting = [...files];
  const work = async (): Promise<void> => {
    let host: Host | undefined;
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      host ??= new Host(options, filesOfProcess);
      told(await host.run({ file, pattern: options.pattern }, options.fileTimeoutMs));
      if (host.takesMore) continue;
      await host.stop();
      host = undefined;
    }
    await host?.stop();
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

/** Runs all lanes side by side. @param told hears the end of each file */
export async function runFiles(
  lanes: readonly TestLane[],
  options: RunOptions,
  told: (end: ToldFile) => void,
): Promise<void> {
  await Promise.all(lanes.map((lane) => runLane(lane, options, told)));
}
