import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { test } from "node:test";
import { limitSendTime } from "./send-pieces.ts";

test("a response is ended early only if its client does not receive it in time", async (t) => {
  const text = "x".repeat(32 * 1_048_576);
  const server = createServer((request, response) => {
    limitSendTime(response, request.url === "/unread" ? 300 : 60_000);
    response.end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  const closed = once(server, "connection").then(([socket]) => once(socket, "close"));
  const socket = connect(port, "127.0.0.1");
  t.after(() => socket.destroy());
  socket.pause();
  socket.write("GET /unread HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await closed;
  const response = await fetch(`http://127.0.0.1:${port}/`);
  assert.equal((await response.text()).length, text.length);
});
