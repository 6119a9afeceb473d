import assert from "node:assert/strict";
import { test } from "node:test";
import { ordersRig } from "../testing/orders-rig.ts";

const line = { name: "Gift wrapping", price: "2.00", quantity: 1 };

test("orders placed at once have numbers of their own, in a row", async (t) => {
  const rig = await ordersRig({ maxConnections: 3 });
  t.after(rig.stop);
  const placed = await Promise.all(Array.from({ length: 20 }, () => rig.place({ line_items: [line] })));
  const numbers = placed.map(({ number }) => number).sort((one, other) => one - other);
  assert.deepEqual(
    numbers,
    Array.from({ length: 20 }, (_, at) => 1001 + at),
  );
});

test("more orders at once than there are connections, each of a customer named by e-mail, are all placed", async (t) => {
  const rig = await ordersRig({ maxConnections: 2 });
  t.after(rig.stop);
  const emails = Array.from({ length: 6 }, (_, at) => `buyer-${at}@example.com`);
  const placed = await Promise.all(
    emails.map((email) => rig.place({ line_items: [line], customer: { email } })),
  );
  assert.equal(new Set(placed.map(({ number }) => number)).size, 6);
});
