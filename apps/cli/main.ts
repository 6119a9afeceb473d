// The main program of `npm run souk -- …`, the command line of Souk.
import { enableCompileCache } from "node:module";

enableCompileCache();
const { run } = await import("./run.ts");
process.exitCode = await run(process.argv.slice(2));
