// npm run generate            updates the generated files
// npm run generate -- --check lists the stale files, and exits with 1 if there are any
import { parseArgs } from "node:util";
import { findStaleFiles, updateGeneratedFiles } from "./generated-files.ts";
import { generators } from "./generators.ts";
import { root } from "./root.ts";

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const staleFiles = values.check
  ? await findStaleFiles(root, generators)
  : await updateGeneratedFiles(root, generators);
for (const { path, reason } of staleFiles) console.log(`${path}: ${reason}`);
if (values.check && staleFiles.length > 0) {
  console.log("These files are not up to date. Run npm run generate.");
  process.exitCode = 1;
} else if (staleFiles.length === 0) {
  console.log("All generated files are up to date.");
}
