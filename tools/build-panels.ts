// npm run build              builds the panels and the app bridge if their sources have changed
// npm run build -- --always  builds them even if their sources have not changed
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildBridge, buildPanel } from "./panels/build-panel.ts";
import { hashPanelSources } from "./panels/hash-panel-sources.ts";
import { root } from "./root.ts";

const hashPath = join(root, "apps/admin/dist/.built");
const hash = hashPanelSources();
const isUpToDate = existsSync(hashPath) && readFileSync(hashPath, "utf8") === hash;

if (isUpToDate && !process.argv.includes("--always")) {
  console.log("The panels are already built.");
} else {
  const startedAt = performance.now();
  await buildPanel("admin");
  await buildPanel("partners");
  await buildBridge();
  writeFileSync(hashPath, hash);
  console.log(`The panels are built (${((performance.now() - startedAt) / 1000).toFixed(1)} s).`);
}
