import assert from "node:assert/strict";
import { test } from "node:test";
import { maskVolatileValues, parseGuideSteps } from "./guide-blocks.ts";

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

test("a guide is parsed into browser steps and commands, with the output of the commands", () => {
  assert.deepEqual(parseGuideSteps(guide), [
    { kind: "commands", terminal: "server", text: "npm start", expectedOutput: null, line: 2 },
    { kind: "commands", terminal: null, text: "one\ntwo", expectedOutput: '{"id": 1}', line: 6 },
    { kind: "browser", action: "install", line: 14 },
  ]);
});

test("a guide that shows output without commands before it is rejected", () => {
  assert.throws(() => parseGuideSteps("```json\n{}\n```"), /Line 1/);
});

test("masking a guide's output removes differences in ids, times and secrets, but not in words", () => {
  const expectedOutput =
    '{"id": 12, "hint": "w2Zk", "token": "souk_at_Ab-1_0f", "at": "2026-11-21T05:00:00.000+08:00"}\n';
  const actualOutput =
    '{"id": 7, "hint": "0aB_", "token": "souk_at_zz_1", "at": "2027-01-02T15:10:09.123+08:00"}';
  assert.equal(maskVolatileValues(expectedOutput), maskVolatileValues(actualOutput));
  assert.notEqual(maskVolatileValues("enabled"), maskVolatileValues("disabled"));
});
