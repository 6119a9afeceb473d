// `npm start`: starts a Souk server. The code is imported after the compile cache is enabled, which speeds up later starts.
import { enableCompileCache } from "node:module";

enableCompileCache();
const { main } = await import("./run-server.ts");
process.exit(await main(process.argv.slice(2)));
