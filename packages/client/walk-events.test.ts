import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, createClient, walkDelivered, walkEvents } from "./index.ts";

/** A client whose every request is answered by its query. */
function answering(answerOf: (query: URLSearchParams) => object) {
  const asked: string[] = [];
  const send = async (url: string) => {
    const { searchParams } = new URL(url);
    asked.push(searchParams.toString());
    const answer = answerOf(searchParams);
    return new Response(JSON.stringify(answer), { status: "error" in answer ? 410 : 200 });
  };
  return { asked, client: createClient({ origin: "https://demo.souk.example", token: "t", send }) };
}

test("a walk over the log goes on with next_after, past answers without events, to the end", async () => {
  const { asked, client } = answering((query) => {
    const after = Number(query.get("after") ?? 3);
    const events = after === 3 ? [{ sequence: 4 }] : [];
    return { events, oldest_sequence: 4, last_sequence: 25, next_after: Math.min(25, after + 10) };
  });
  const seen: number[] = [];
  for await (const { events, next_after } of walkEvents((after) => client.events.list({ query: { after } })))
    seen.push(...events.map(({ sequence }) => sequence), next_after ?? 0);
  assert.deepEqual(
    [seen, asked],
    [
      [4, 13, 23, 25],
      ["", "after=13", "after=23"],
    ],
  );
});

test("a walk over deliveries goes on with next_delivered_after", async () => {
  const { asked, client } = answering((query) => {
    const next_delivered_after = Math.min(7, Number(query.get("delivered_after")) + 4);
    return {
      events: [],
      oldest_sequence: 1,
      last_sequence: 90,
      last_delivery_sequence: 7,
      next_delivered_after,
    };
  });
  const list = (delivered_after: number) => client.events.list({ query: { delivered_after } });
  for await (const { events } of walkDelivered(list, 2)) assert.deepEqual(events, []);
  assert.deepEqual(asked, ["delivered_after=2", "delivered_after=6"]);
});

test("a walk that begins before what is kept ends with gone", async () => {
  const { client } = answering(() => ({ error: { code: "gone", message: "gone", request_id: "req_1" } }));
  const walk = walkEvents((after) => client.events.list({ query: { after } }), 5);
  await assert.rejects(
    walk.next(),
    (thrown: unknown) => thrown instanceof ApiError && thrown.code === "gone",
  );
});
