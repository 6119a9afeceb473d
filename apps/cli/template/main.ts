import { createServer } from "node:http";
import { ConfigError, fileTokenStore, nodeHandler } from "@souk/app-sdk";
import { createMyApp } from "./app.ts";
import { readConfig } from "./config.ts";

try {
  const { app: config, host, port } = readConfig();
  const app = createMyApp(config, fileTokenStore("data/installations"));
  const server = createServer(nodeHandler(app));
  server.listen(port, host, () => console.log(`My Souk App listens on port ${port}`));
  server.on("error", ({ message }) => {
    console.error(message);
    process.exitCode = 1;
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () => {
      server.close();
      // Browsers keep connections on which they have asked nothing; the app does not wait for those.
      setTimeout(() => server.closeAllConnections(), 1_000).unref();
    });
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
