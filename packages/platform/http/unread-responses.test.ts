import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { test } from "node:test";
import { assertBecomes } from "@souk/testkit";
import { createUnreadResponses } from "./unread-responses.ts";

test("while a store's clients leave too many response bytes unread, its requests get `unavailable`", async (t) => {
  const text = "x".repeat(32 * 1_048_576);
  const unreadResponses = createUnreadResponses(text.length - 1);
  const server = createServer((_request, response) => {
    unreadResponses.add(1, text.length, response);
    response.end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  const socket = connect(port, "127.0.0.1");
  t.after(() => socket.destroy());
  socket.pause();
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const hasRoom = (storeId: number) => {
    try {
      unreadResponses.assertRoom(storeId);
      return true;
    } catch (error) {
      assert.equal((error as { code?: string }).code, "unavailable");
      return false;
    }
  };
  await assertBecomes(() => hasRoom(1), false);
  assert.equal(hasRoom(2), true);
  socket.destroy();
  await assertBecomes(() => hasRoom(1), true);
});
