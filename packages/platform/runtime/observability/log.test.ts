import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { createLog } from "./log.ts";

function outputs() {
  const stdout = new PassThrough({ encoding: "utf8" });
  const stderr = new PassThrough({ encoding: "utf8" });
  const text = (stream: PassThrough): string => (stream.read() as string | null) ?? "";
  return { stdout, stderr, out: () => text(stdout), err: () => text(stderr) };
}

test("production logs JSON lines on stdout and nothing on stderr", () => {
  const to = outputs();
  createLog({ mode: "production", logLevel: "info" }, to).info({ job: "fold" }, "Done.");
  const line = JSON.parse(to.out()) as Record<string, unknown>;
  assert.deepEqual([line.level, line.job, line.msg], [30, "fold", "Done."]);
  assert.equal(to.err(), "");
});

test("development logs lines for people on stderr, with the stack of an error", () => {
  const to = outputs();
  const log = createLog({ mode: "development", logLevel: "warn" }, to);
  log.info({}, "Not shown.");
  log.warn({ err: new Error("why"), job: "fold" }, "It failed.");
  assert.match(to.err(), /^\d\d:\d\d:\d\d\.\d{3} warning: It failed\. job="fold"\n {2}Error: why\n {6}at /);
  assert.equal(to.out(), "");
});

test("headers that hold secrets are not logged", () => {
  const to = outputs();
  const log = createLog({ mode: "production", logLevel: "info" }, to);
  const headers = {
    authorization: "Operator s3cret",
    "service-access-token": "s3cret",
    cookie: "s3cret",
    host: "h",
  };
  log.info({ headers, request: { headers } }, "A request.");
  const text = to.out();
  assert.doesNotMatch(text, /s3cret/);
  assert.match(text, /"host":"h"/);
});
