// `npm start`: one Souk server. Its parts are imported after the compile cache is on, which makes later starts quicker.
import { enableCompileCache } from "node:module";

enableCompileCache();
const { main } = await import("./run-server.ts");
process.exit(await main(process.argv.slice(2)));
