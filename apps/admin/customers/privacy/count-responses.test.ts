import assert from "node:assert/strict";
import { test } from "node:test";
import { countResponses } from "./count-responses.ts";
import type { PrivacyRequest } from "./privacy-queries.ts";

type State = PrivacyRequest["apps"][number]["state"];

function countResponsesOfApps(...states: State[]) {
  return countResponses({
    apps: states.map((state) => ({ client_id: "a", name: "A", state, settled_at: null })),
  });
}

test("apps that aren't subscribed to privacy requests don't count as notified", () => {
  assert.deepEqual(countResponsesOfApps("waiting", "answered", "not_subscribed"), {
    notifiedCount: 2,
    respondedCount: 1,
    hasUnreachedApp: false,
  });
  assert.deepEqual(countResponsesOfApps("not_subscribed"), {
    notifiedCount: 0,
    respondedCount: 0,
    hasUnreachedApp: false,
  });
});

test("an app that a privacy request could not reach counts as notified, but not as responded", () => {
  assert.deepEqual(countResponsesOfApps("not_reached", "answered"), {
    notifiedCount: 2,
    respondedCount: 1,
    hasUnreachedApp: true,
  });
});
