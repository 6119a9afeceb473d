import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { test } from "node:test";
import { createBoard } from "./board.ts";
import { streamBoard } from "./stream.ts";

test("a page that left before its stream began leaves no watcher", async (t) => {
  const server = createServer().listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const asking = connect((server.address() as AddressInfo).port, "127.0.0.1");
  asking.write("GET /live HTTP/1.1\r\nHost: sync\r\n\r\n");
  const [, reply] = (await once(server, "request")) as [unknown, ServerResponse];
  asking.destroy();
  await once(reply, "close");

  const { watch, ...board } = createBoard();
  let watching = 0;
  streamBoard(reply, {
    board: {
      ...board,
      watch: (watcher) => {
        const unwatch = watch(watcher);
        watching += 1;
        return () => {
          watching -= 1;
          unwatch();
        };
      },
    },
    closing: new AbortController().signal,
  });
  assert.equal(watching, 0);
});
