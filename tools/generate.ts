// npm run generate            writes every generated file
// npm run generate -- --check names those that are stale and exits 1
import { parseArgs } from "node:util";
import { staleFiles, writeGenerated } from "./generated-files.ts";
import { generators } from "./generators.ts";
import { root } from "./root.ts";

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const stale = values.check ? await staleFiles(root, generators) : await writeGenerated(root, generators);
for (const { path, reason } of stale) console.log(`${path}: ${reason}`);
if (values.check && stale.length > 0) {
  console.log("These files do not follow from their source any more: run npm run generate.");
  process.exitCode = 1;
} else if (stale.length === 0) {
  console.log("Every generated file is fresh.");
}
