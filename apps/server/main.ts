// The main program of `npm start`, which starts a Souk server. It enables the compile cache before it imports other code,
// so that later starts are faster.
import { enableCompileCache } from "node:module";

enableCompileCache();
const { main } = await import("./run-server.ts");
process.exit(await main(process.argv.slice(2)));
