import assert from "node:assert/strict";
import { test } from "node:test";
import { classifyAudit } from "./audit.ts";

test("an audit without vulnerabilities at the requested level is classified as clean", () => {
  assert.equal(
    classifyAudit({ status: 0, stdout: '{"auditReportVersion":2,"vulnerabilities":{}}' }),
    "clean",
  );
});

test("an audit for which npm exits with code 1 is classified as vulnerable", () => {
  const stdout = '{"auditReportVersion":2,"vulnerabilities":{"a":{"severity":"high"}}}';
  assert.equal(classifyAudit({ status: 1, stdout }), "vulnerable");
});

test("an audit that the registry rejects, or that prints nothing or no report, is classified as unavailable", () => {
  const rejection = '{"message":"405 Method Not Allowed","error":{"summary":""}}';
  for (const stdout of [rejection, "", "null", "not json"])
    assert.equal(classifyAudit({ status: 1, stdout }), "unavailable");
});
