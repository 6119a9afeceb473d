import assert from "node:assert/strict";
import { test } from "node:test";
import { newUploads, underWay, withUpload } from "./uploads.ts";

const file = (name: string, type = "image/png", size = 3) => new File([new Uint8Array(size)], name, { type });

function made(files: File[], room: number) {
  let last = 0;
  return newUploads(files, room, () => String(++last));
}

test("a file that is no image, empty or over the limit fails before anything is sent", () => {
  const files = [
    file("a.png"),
    file("b.pdf", "application/pdf"),
    file("c.png", "image/png", 0),
    file("d.png"),
  ];
  const uploads = made([...files, file("e.png")], 2);
  assert.deepEqual(
    uploads.map(({ state }) => state),
    ["waiting", "failed", "failed", "waiting", "failed"],
  );
  assert.match(uploads[1]?.error ?? "", /PNG/);
  assert.match(uploads[4]?.error ?? "", /up to 9/);
});

test("unfinished uploads count until they are done or have failed", () => {
  const uploads = made([file("a.png"), file("b.png")], 9);
  const later = withUpload(uploads, "1", { state: "done" });
  assert.deepEqual([underWay(uploads), underWay(later)], [2, 1]);
  assert.equal(later[1], uploads[1]);
});
