import assert from "node:assert/strict";
import { test } from "node:test";
import { readAudit } from "./audit.ts";

test("an audit that names nothing at the requested level is clean", () => {
  assert.equal(readAudit({ status: 0, stdout: '{"auditReportVersion":2,"vulnerabilities":{}}' }), "clean");
});

test("an audit that npm fails is vulnerable", () => {
  const stdout = '{"auditReportVersion":2,"vulnerabilities":{"a":{"severity":"high"}}}';
  assert.equal(readAudit({ status: 1, stdout }), "vulnerable");
});

test("a rejection, an empty response and a missing npm are no audit", () => {
  const rejection = '{"message":"405 Method Not Allowed","error":{"summary":""}}';
  for (const stdout of [rejection, "", "null", "not json"])
    assert.equal(readAudit({ status: 1, stdout }), "unanswered");
});
