import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { createLog } from "./log.ts";

function createOutputs() {
  const stdout = new PassThrough({ encoding: "utf8" });
  const stderr = new PassThrough({ encoding: "utf8" });
  const readText = (stream: PassThrough): string => (stream.read() as string | null) ?? "";
  return { stdout, stderr, readStdout: () => readText(stdout), readStderr: () => readText(stderr) };
}

test("in production, logs are JSON lines on stdout, and stderr is empty", () => {
  const outputs = createOutputs();
  createLog({ mode: "production", logLevel: "info" }, outputs).info({ job: "fold" }, "Done.");
  const line = JSON.parse(outputs.readStdout()) as Record<string, unknown>;
  assert.deepEqual([line.level, line.job, line.msg], [30, "fold", "Done."]);
  assert.equal(outputs.readStderr(), "");
});

test("in development, logs are readable lines on stderr, with the stack of an error", () => {
  const outputs = createOutputs();
  const log = createLog({ mode: "development", logLevel: "warn" }, outputs);
  log.info({}, "Not shown.");
  log.warn({ err: new Error("why"), job: "fold" }, "It failed.");
  assert.match(
    outputs.readStderr(),
    /^\d\d:\d\d:\d\d\.\d{3} warning: It failed\. job="fold"\n {2}Error: why\n {6}at /,
  );
  assert.equal(outputs.readStdout(), "");
});

test("headers that contain secrets are not logged", () => {
  const outputs = createOutputs();
  const log = createLog({ mode: "production", logLevel: "info" }, outputs);
  const headers = {
    authorization: "Operator s3cret",
    "service-access-token": "s3cret",
    cookie: "s3cret",
    host: "h",
  };
  log.info({ headers, request: { headers } }, "A request.");
  const loggedText = outputs.readStdout();
  assert.doesNotMatch(loggedText, /s3cret/);
  assert.match(loggedText, /"host":"h"/);
});
