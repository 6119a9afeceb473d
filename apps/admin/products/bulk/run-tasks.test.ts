import assert from "node:assert/strict";
import { test } from "node:test";
import { runTasks, type TaskReport } from "./run-tasks.ts";

test("one that fails is named and does not stop the others", async () => {
  const done: string[] = [];
  const gone = new Error("gone");
  const task = (name: string, key: number) => ({
    key,
    name,
    run: async () => {
      if (name === "b") throw gone;
      done.push(name);
    },
  });
  const seen: TaskReport[] = [];
  const report = await runTasks(["a", "b", "c"].map(task), {
    onProgress: (each) => seen.push(each),
    isStopped: () => false,
  });
  assert.deepEqual(done, ["a", "c"]);
  assert.deepEqual(report, { total: 3, tried: 3, failures: [{ key: 1, name: "b", error: gone }] });
  assert.deepEqual(
    seen.map(({ tried }) => tried),
    [1, 2, 3],
  );
});

test("what is stopped does not begin another", async () => {
  const done: number[] = [];
  const tasks = [1, 2, 3].map((n) => ({ key: n, name: String(n), run: async () => done.push(n) }));
  const report = await runTasks(tasks, { onProgress: () => {}, isStopped: () => done.length === 2 });
  assert.deepEqual([done, report.tried, report.total], [[1, 2], 2, 3]);
});
