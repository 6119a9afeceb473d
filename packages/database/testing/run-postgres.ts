// Tests run this as a separate process. It starts PostgreSQL in a data directory, prints how to connect, and stops on
// SIGTERM.
import { startEmbeddedPostgres } from "../embedded/start-embedded-postgres.ts";
import { silentLog } from "./test-postgres.ts";

const dataDir = process.argv[2] ?? "";
const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog });
process.once("SIGTERM", () => void postgres.stop().then(() => process.exit(0)));
console.log(JSON.stringify({ connectionString: postgres.connectionString, pid: postgres.pid() }));
