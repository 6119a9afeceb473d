import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { silentLog } from "@souk/testkit";
import Fastify from "fastify";
import { listen } from "./listen.ts";
import { answerUnreadable } from "./unreadable-request.ts";

/** Read everything that a server with short timeouts sends on a connection until it closes it. */
async function saidTo(bytes: string): Promise<string> {
  const server = Fastify({
    requestTimeout: 150,
    http: { headersTimeout: 100, connectionsCheckingInterval: 20 },
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, "req_1"),
  });
  server.post("/", async () => "read");
  await server.ready();
  const listening = await listen(server, { hosts: ["127.0.0.1"], port: 0, log: silentLog });
  const socket = connect(listening.addresses[0]?.port ?? 0, "127.0.0.1");
  let said = "";
  socket.setEncoding("utf8").on("data", (part: string) => (said += part));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(bytes);
  await closed;
  await listening.close(100);
  return said;
}

const head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";

test("headers or a body that come too slowly get 408, and the connection ends", async () => {
  for (const bytes of [`${head}X-Slow: `, `${head}Content-Length: 100\r\n\r\n{`]) {
    const said = await saidTo(bytes);
    assert.match(said, /^HTTP\/1\.1 408 Request Timeout\r\n/);
    assert.match(said, /\r\nx-request-id: req_1\r\n/);
    assert.match(said, /\r\nconnection: close\r\n/);
    const { error } = JSON.parse(said.slice(said.indexOf("{"))) as { error: Record<string, string> };
    assert.deepEqual([error.code, error.request_id], ["request_timeout", "req_1"]);
  }
});

test("bytes that are not HTTP get 400 without text of the parser", async () => {
  const said = await saidTo("\x16\x03\x01\r\n\r\n");
  assert.match(said, /^HTTP\/1\.1 400 Bad Request\r\n/);
  assert.match(said, /"code":"malformed_request"/);
  assert.doesNotMatch(said, /HPE|Parse Error/);
});
