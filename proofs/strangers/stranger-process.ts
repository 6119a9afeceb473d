// Runs the strangers' attacks in a process of their own, so that they do not delay the client that measures another store.
import { once } from "node:events";
import { createAddresses } from "@souk/platform";
import { createBrowser, createHttpClient, type PlatformClient } from "@souk/testkit";
import { isPlatformHost } from "../server-process.ts";
import { startAttacks } from "./attacks.ts";
import { listForbiddenReads } from "./forbidden-reads.ts";
import { createHostilePartner, listPartnerAttacks } from "./hostile-partner.ts";
import { createHostileStore, listAppAttacks, listOwnerAttacks } from "./hostile-store.ts";
import { createHostileVisitors } from "./hostile-visitors.ts";
import type { StrangerOptions } from "./stranger.ts";

const maxConnections = 512;

async function receive<T>(): Promise<T> {
  const [message] = (await once(process, "message")) as [T];
  return message;
}

function createClient(port: number): PlatformClient & { stop(): void } {
  const addresses = createAddresses({ scheme: "http", domain: "souk.localhost", port });
  const { request, stop } = createHttpClient({ host: "127.0.0.1", port, maxConnections });
  const isOwnUrl = ({ hostname }: URL) => isPlatformHost(hostname, addresses);
  return { addresses, request, stop, browser: () => createBrowser(request, isOwnUrl) };
}

const { port, productCount, appCount, addressCount, maxWorkerCount, victim } =
  await receive<StrangerOptions>();
const client = createClient(port);
const { addresses } = client;
const store = await createHostileStore(client, { productCount, appCount });
const partner = await createHostilePartner(client, appCount);
const visitors = createHostileVisitors(addresses, { port, victim, addressCount });
process.send?.({ isReady: true });
// The next message starts the attacks.
await receive();
const work = startAttacks(
  {
    ...listAppAttacks(store, { addresses, port }),
    ...listOwnerAttacks(store),
    ...listPartnerAttacks(partner, addresses),
    ...visitors.attacks,
    ...listForbiddenReads({ client, store, partner, victim }),
  },
  { marker: victim.marker, maxWorkerCount },
);
// The last message stops the attacks.
await receive();
process.send?.(await work.stop());
visitors.stop();
client.stop();
process.disconnect();
