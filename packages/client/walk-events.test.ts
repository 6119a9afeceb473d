import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, createClient, walkDelivered, walkEvents } from "./index.ts";

/** Create a client whose responses depend on the request's query. */
function createRespondingClient(respond: (query: URLSearchParams) => object) {
  const requestedQueries: string[] = [];
  const send = async (url: string) => {
    const { searchParams } = new URL(url);
    requestedQueries.push(searchParams.toString());
    const response = respond(searchParams);
    return new Response(JSON.stringify(response), { status: "error" in response ? 410 : 200 });
  };
  return {
    requestedQueries,
    client: createClient({ origin: "https://demo.souk.example", token: "t", send }),
  };
}

test("`walkEvents` follows next_after past empty responses to the end of the event log", async () => {
  const { requestedQueries, client } = createRespondingClient((query) => {
    const after = Number(query.get("after") ?? 3);
    const events = after === 3 ? [{ sequence: 4 }] : [];
    return { events, oldest_sequence: 4, last_sequence: 25, next_after: Math.min(25, after + 10) };
  });
  const sequences: number[] = [];
  for await (const { events, next_after } of walkEvents((after) => client.events.list({ query: { after } })))
    sequences.push(...events.map(({ sequence }) => sequence), next_after ?? 0);
  assert.deepEqual(
    [sequences, requestedQueries],
    [
      [4, 13, 23, 25],
      ["", "after=13", "after=23"],
    ],
  );
});

test("`walkDelivered` follows next_delivered_after to the last delivery", async () => {
  const { requestedQueries, client } = createRespondingClient((query) => {
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
  assert.deepEqual(requestedQueries, ["delivered_after=2", "delivered_after=6"]);
});

test("`walkEvents` fails with the code `gone` if it starts before the oldest available event", async () => {
  const { client } = createRespondingClient(() => ({
    error: { code: "gone", message: "gone", request_id: "req_1" },
  }));
  const walk = walkEvents((after) => client.events.list({ query: { after } }), 5);
  await assert.rejects(
    walk.next(),
    (thrown: unknown) => thrown instanceof ApiError && thrown.code === "gone",
  );
});
