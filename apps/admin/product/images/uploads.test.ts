import assert from "node:assert/strict";
import { test } from "node:test";
import { countUnfinished, createUploads, updateUpload } from "./uploads.ts";

const createFile = (name: string, type = "image/png", size = 3) =>
  new File([new Uint8Array(size)], name, { type });

function createTestUploads(files: File[], remainingSlots: number) {
  let lastId = 0;
  return createUploads(files, remainingSlots, () => String(++lastId));
}

test("empty files, files that aren't images, and files beyond the image limit fail before upload", () => {
  const files = [
    createFile("a.png"),
    createFile("b.pdf", "application/pdf"),
    createFile("c.png", "image/png", 0),
    createFile("d.png"),
  ];
  const uploads = createTestUploads([...files, createFile("e.png")], 2);
  assert.deepEqual(
    uploads.map(({ state }) => state),
    ["waiting", "failed", "failed", "waiting", "failed"],
  );
  assert.match(uploads[1]?.error ?? "", /PNG/);
  assert.match(uploads[4]?.error ?? "", /up to 9/);
});

test("uploads that are done are not counted as unfinished", () => {
  const uploads = createTestUploads([createFile("a.png"), createFile("b.png")], 9);
  const updatedUploads = updateUpload(uploads, "1", { state: "done" });
  assert.deepEqual([countUnfinished(uploads), countUnfinished(updatedUploads)], [2, 1]);
  assert.equal(updatedUploads[1], uploads[1]);
});
