import assert from "node:assert/strict";
import { test } from "node:test";
import { runTasks, type TaskReport } from "./run-tasks.ts";

test("a failed task of a bulk action is listed in the report and does not stop the other tasks", async () => {
  const completedNames: string[] = [];
  const notFound = new Error("gone");
  const createTask = (name: string, key: number) => ({
    key,
    name,
    run: async () => {
      if (name === "b") throw notFound;
      completedNames.push(name);
    },
  });
  const progressReports: TaskReport[] = [];
  const report = await runTasks(["a", "b", "c"].map(createTask), {
    onProgress: (progress) => progressReports.push(progress),
    isStopped: () => false,
  });
  assert.deepEqual(completedNames, ["a", "c"]);
  assert.deepEqual(report, {
    totalCount: 3,
    attemptedCount: 3,
    failures: [{ key: 1, name: "b", error: notFound }],
  });
  assert.deepEqual(
    progressReports.map(({ attemptedCount }) => attemptedCount),
    [1, 2, 3],
  );
});

test("after a bulk action is stopped, no more of its tasks are started", async () => {
  const completedKeys: number[] = [];
  const tasks = [1, 2, 3].map((key) => ({
    key,
    name: String(key),
    run: async () => completedKeys.push(key),
  }));
  const report = await runTasks(tasks, { onProgress: () => {}, isStopped: () => completedKeys.length === 2 });
  assert.deepEqual([completedKeys, report.attemptedCount, report.totalCount], [[1, 2], 2, 3]);
});
