// Run by tests as a separate process: migrates a database and prints the number of applied files.
import { migrate } from "../migrate.ts";
import { silent } from "./test-postgres.ts";

console.log(await migrate({ connection: process.argv[2] ?? "", log: silent }));
