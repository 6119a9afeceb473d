// npm run build              builds the panels and the app bridge, if their sources have changed
// npm run build -- --always  builds them anyway
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildBridge, buildPanel } from "./panels/build-panel.ts";
import { sourceHash } from "./panels/source-hash.ts";
import { root } from "./root.ts";

const mark = join(root, "apps/admin/dist/.built");
const hash = sourceHash();
const isFresh = existsSync(mark) && readFileSync(mark, "utf8") === hash;

if (isFresh && !process.argv.includes("--always")) {
  console.log("The panels are built already.");
} else {
  const begin = performance.now();
  await buildPanel("admin");
  await buildPanel("partners");
  await buildBridge();
  writeFileSync(mark, hash);
  console.log(`The panels are built (${((performance.now() - begin) / 1000).toFixed(1)} s).`);
}
