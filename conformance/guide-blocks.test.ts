import assert from "node:assert/strict";
import { test } from "node:test";
import { guideSteps, withoutRunsOwn } from "./guide-blocks.ts";

const guide = `# Title
\`\`\`sh terminal=server
npm start
\`\`\`
Text with \`code\`.
\`\`\`sh
one
two
\`\`\`
It answers:
\`\`\`json
{"id": 1}
\`\`\`
<!-- in the browser: install -->
`;

test("a guide is parsed into typed input, its place, shown output and browser steps", () => {
  assert.deepEqual(guideSteps(guide), [
    { kind: "commands", terminal: "server", text: "npm start", shown: null, line: 2 },
    { kind: "commands", terminal: null, text: "one\ntwo", shown: '{"id": 1}', line: 6 },
    { kind: "browser", what: "install", line: 14 },
  ]);
});

test("an output without commands before it is an error of the guide", () => {
  assert.throws(() => guideSteps("```json\n{}\n```"), /Line 1/);
});

test("ids, times and secrets make no difference, words do", () => {
  const shown =
    '{"id": 12, "hint": "w2Zk", "token": "souk_at_Ab-1_0f", "at": "2026-11-21T05:00:00.000+08:00"}\n';
  const seen = '{"id": 7, "hint": "0aB_", "token": "souk_at_zz_1", "at": "2027-01-02T15:10:09.123+08:00"}';
  assert.equal(withoutRunsOwn(shown), withoutRunsOwn(seen));
  assert.notEqual(withoutRunsOwn("enabled"), withoutRunsOwn("disabled"));
});
