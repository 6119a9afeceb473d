// npm test -- [path…] [--only-pattern <regular expression>]           runs the quick test files at or below the paths, or all without a path
// npm run test:slow -- [path…] [--only-pattern <regular expression>]  runs the slow test files, `*.slow.test.ts`
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { endProcessGroup } from "./test-runner/end-process-group.ts";

// The run has its own process group, so that the processes that its tests start can be ended together with the run. A PostgreSQL
// server that a test starts is not in this group.
const run = fork(join(import.meta.dirname, "test-runner/main.ts"), process.argv.slice(2), { detached: true });
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => run.kill("SIGTERM"));
const [code] = (await once(run, "exit")) as [number | null];
if (run.pid !== undefined) endProcessGroup(run.pid);
process.exitCode = code ?? 1;
