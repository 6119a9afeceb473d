// npm test -- [path…] [--only-pattern <regular expression>]           runs the quick test files below the paths (all of them with none)
// npm run test:slow -- [path…] [--only-pattern <regular expression>]  runs the slow ones, `*.slow.test.ts`
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { endGroup } from "./test-runner/end-group.ts";

// The run leads a process group of its own: whatever its tests have started ends with it, but a PostgreSQL, which leads its own.
const run = fork(join(import.meta.dirname, "test-runner/main.ts"), process.argv.slice(2), { detached: true });
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => run.kill("SIGTERM"));
const [code] = (await once(run, "exit")) as [number | null];
if (run.pid !== undefined) endGroup(run.pid);
process.exitCode = code ?? 1;
