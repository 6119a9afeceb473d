import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { test } from "node:test";
import { createChangeFeed } from "./change-feed.ts";
import { streamChanges } from "./stream.ts";

test("a page that disconnects before its change stream starts is not added as a watcher", async (t) => {
  const server = createServer().listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("GET /live HTTP/1.1\r\nHost: sync\r\n\r\n");
  const [, reply] = (await once(server, "request")) as [unknown, ServerResponse];
  socket.destroy();
  await once(reply, "close");

  const { watch, ...feed } = createChangeFeed();
  let watcherCount = 0;
  streamChanges(reply, {
    feed: {
      ...feed,
      watch: (watcher) => {
        const unwatch = watch(watcher);
        watcherCount += 1;
        return () => {
          watcherCount -= 1;
          unwatch();
        };
      },
    },
    stopSignal: new AbortController().signal,
  });
  assert.equal(watcherCount, 0);
});
