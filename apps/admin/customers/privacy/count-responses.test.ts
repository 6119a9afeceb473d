import assert from "node:assert/strict";
import { test } from "node:test";
import { countResponses } from "./count-responses.ts";
import type { PrivacyRequest } from "./privacy-queries.ts";

type State = PrivacyRequest["apps"][number]["state"];

function countStates(...states: State[]) {
  return countResponses({
    apps: states.map((state) => ({ client_id: "a", name: "A", state, settled_at: null })),
  });
}

test("apps without a subscription to privacy requests aren't counted; unreached apps count as not responded", () => {
  assert.deepEqual(countStates("waiting", "answered", "not_subscribed"), {
    notifiedCount: 2,
    respondedCount: 1,
    hasUnreachedApp: false,
  });
  assert.deepEqual(countStates("not_reached", "answered"), {
    notifiedCount: 2,
    respondedCount: 1,
    hasUnreachedApp: true,
  });
  assert.deepEqual(countStates("not_subscribed"), {
    notifiedCount: 0,
    respondedCount: 0,
    hasUnreachedApp: false,
  });
});
