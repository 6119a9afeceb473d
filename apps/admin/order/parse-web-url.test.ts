import assert from "node:assert/strict";
import { test } from "node:test";
import { parseWebUrl } from "./parse-web-url.ts";

test("only HTTP and HTTPS URLs are accepted as links", () => {
  assert.equal(parseWebUrl("https://track.example/MY1?x=1"), "https://track.example/MY1?x=1");
  for (const url of ["javascript:alert(1)", "data:text/html,x", "track.example/MY1", "", "//x.test"])
    assert.equal(parseWebUrl(url), null, url);
});
