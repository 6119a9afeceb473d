import assert from "node:assert/strict";
import { test } from "node:test";
import { runTasks, type TaskReport } from "./run-tasks.ts";

test("a failed task is named and does not stop the others", async () => {
  const done: string[] = [];
  const notFound = new Error("gone");
  const task = (name: string, key: number) => ({
    key,
    name,
    run: async () => {
      if (name === "b") throw notFound;
      done.push(name);
    },
  });
  const seen: TaskReport[] = [];
  const report = await runTasks(["a", "b", "c"].map(task), {
    onProgress: (progress) => seen.push(progress),
    isStopped: () => false,
  });
  assert.deepEqual(done, ["a", "c"]);
  assert.deepEqual(report, { total: 3, tried: 3, failures: [{ key: 1, name: "b", error: notFound }] });
  assert.deepEqual(
    seen.map(({ tried }) => tried),
    [1, 2, 3],
  );
});

test("a stopped run does not start another task", async () => {
  const done: number[] = [];
  const tasks = [1, 2, 3].map((n) => ({ key: n, name: String(n), run: async () => done.push(n) }));
  const report = await runTasks(tasks, { onProgress: () => {}, isStopped: () => done.length === 2 });
  assert.deepEqual([done, report.tried, report.total], [[1, 2], 2, 3]);
});
