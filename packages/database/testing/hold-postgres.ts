// Run by tests as a process of its own: starts the PostgreSQL of a data directory, prints its address, and stops on SIGTERM.
import { startEmbeddedPostgres } from "../embedded/start-embedded-postgres.ts";
import { silent } from "./test-postgres.ts";

const dataDir = process.argv[2] ?? "";
const postgres = await startEmbeddedPostgres({ dataDir, log: silent });
process.once("SIGTERM", () => void postgres.stop().then(() => process.exit(0)));
console.log(JSON.stringify({ connectionString: postgres.connectionString, pid: postgres.pid() }));
