// npm run pack:sdk                   packs @souk/app-sdk as apps get it, if its sources have changed, and prints where
// npm run pack:sdk -- --always       packs it anyway
// npm run pack:sdk -- --into folder  also copies it there
import { copyFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { root } from "./root.ts";
import { packSdk } from "./sdk/pack-sdk.ts";

const { values } = parseArgs({ options: { always: { type: "boolean" }, into: { type: "string" } } });
const begin = performance.now();
const { tarball, isNew } = packSdk({ always: values.always === true });
const seconds = ((performance.now() - begin) / 1000).toFixed(1);
console.log(`${isNew ? `Packed in ${seconds} s` : "Packed already"}: ${relative(root, tarball)}`);
if (values.into !== undefined) copyFileSync(tarball, join(resolve(values.into), basename(tarball)));
