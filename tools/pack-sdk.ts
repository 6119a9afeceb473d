// npm run pack:sdk                   packs @souk/app-sdk for npm if its sources have changed, and prints the tarball's path
// npm run pack:sdk -- --always       packs it even if its sources have not changed
// npm run pack:sdk -- --into folder  also copies the tarball into the folder
import { copyFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { root } from "./root.ts";
import { packSdk } from "./sdk/pack-sdk.ts";

const { values } = parseArgs({ options: { always: { type: "boolean" }, into: { type: "string" } } });
const startedAt = performance.now();
const { tarball, isNew } = packSdk({ always: values.always === true });
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(`${isNew ? `Packed in ${seconds} s` : "Already packed"}: ${relative(root, tarball)}`);
if (values.into !== undefined) copyFileSync(tarball, join(resolve(values.into), basename(tarball)));
