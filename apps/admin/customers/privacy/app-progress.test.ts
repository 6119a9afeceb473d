import assert from "node:assert/strict";
import { test } from "node:test";
import { appProgress } from "./app-progress.ts";
import type { PrivacyRequest } from "./privacy-queries.ts";

type State = PrivacyRequest["apps"][number]["state"];

function progress(...states: State[]) {
  return appProgress({
    apps: states.map((state) => ({ client_id: "a", name: "A", state, settled_at: null })),
  });
}

test("apps that do not listen are not counted, unreached apps have not answered", () => {
  assert.deepEqual(progress("waiting", "answered", "not_subscribed"), {
    notified: 2,
    answered: 1,
    isMissed: false,
  });
  assert.deepEqual(progress("not_reached", "answered"), { notified: 2, answered: 1, isMissed: true });
  assert.deepEqual(progress("not_subscribed"), { notified: 0, answered: 0, isMissed: false });
});
