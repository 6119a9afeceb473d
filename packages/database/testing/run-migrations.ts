// Tests run this as a separate process. It migrates a database and prints the number of applied files.
import { migrate } from "../migrate.ts";
import { silentLog } from "./test-postgres.ts";

console.log(await migrate({ connection: process.argv[2] ?? "", log: silentLog }));
