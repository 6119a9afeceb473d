// Run by tests as a process of its own: migrates a database and prints how many files it applied.
import { migrate } from "../migrate.ts";
import { silent } from "./test-postgres.ts";

console.log(await migrate({ connection: process.argv[2] ?? "", log: silent }));
