import { fileTokenStore, listen, nodeHandler, run } from "@souk/app-sdk";
import { createMyApp } from "./app.ts";
import { readConfig } from "./config.ts";

await run("My Souk App", () => {
  const { app, address } = readConfig();
  return listen(nodeHandler(createMyApp(app, fileTokenStore("data/installations"))), address);
});
