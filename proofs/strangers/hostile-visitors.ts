import { randomBytes } from "node:crypto";
import {
  type ConnectedClient,
  createHttpClient,
  type HttpResponse,
  type PlatformClient,
} from "@souk/testkit";
import type { Attack } from "./attacks.ts";
import type { Victim } from "./stranger.ts";

/** The IP address of the attacks that need only one address. */
const singleAddress = "127.0.2.1";

/** Visitors without an account, at one or more IP addresses. */
export interface HostileVisitors {
  attacks: Record<string, Attack>;
  /** Close all connections. */
  stop(): void;
}

function createPost({ request }: Pick<ConnectedClient, "request">, origin: string) {
  const headers = { origin, "sec-fetch-site": "same-origin" };
  return (path: string, content: object): Promise<HttpResponse> =>
    request(`${origin}${path}`, { method: "POST", headers, ...content });
}

/** Create the visitors' attacks on the forms of the admin, by name. */
export function createHostileVisitors(
  { adminOrigin }: PlatformClient["addresses"],
  { port, victim, addressCount }: { port: number; victim: Victim; addressCount: number },
): HostileVisitors {
  const connect = (localAddress: string) => createHttpClient({ host: "127.0.0.1", port, localAddress });
  const clients = Array.from({ length: addressCount }, (_, n) => connect(`127.0.1.${n + 1}`));
  const singleClient = connect(singleAddress);
  const posts = clients.map((client) => createPost(client, adminOrigin));
  const postFromOneAddress = createPost(singleClient, adminOrigin);
  let count = 0;
  const postFromManyAddresses = (path: string, content: object) =>
    (posts[count++ % posts.length] ?? postFromOneAddress)(path, content);
  const randomText = () => randomBytes(8).toString("hex");
  const buildSignUp = (email: string, password: string) => ({
    json: { account: { email, password, name: "Maya Rahman" } },
  });
  /** Create an attack whose requests come from all addresses in turn. */
  const createAttack = (expected: number, path: string, build: () => object): Attack => ({
    expected,
    send: () => postFromManyAddresses(path, build()),
    workerCount: 8,
  });
  const accountsPath = "/api/console/accounts.json";
  return {
    attacks: {
      "sign-in guess": createAttack(401, "/api/console/session.json", () => ({
        json: { session: { email: victim.email, password: randomText() } },
      })),
      "sign-in guess at unknown accounts": createAttack(401, "/api/console/session.json", () => ({
        json: { session: { email: `${randomText()}@victims.test`, password: randomText() } },
      })),
      "common password": createAttack(422, accountsPath, () =>
        buildSignUp(`${randomText()}@victims.test`, "password1234"),
      ),
      "long password": createAttack(422, accountsPath, () =>
        buildSignUp(`${randomText()}@victims.test`, "qwertyuiop".repeat(20)),
      ),
      "sign-up of a known address": createAttack(422, accountsPath, () =>
        buildSignUp(victim.email, `${randomText()} lamps`),
      ),
      "sign-up": {
        expected: 200,
        send: () =>
          postFromOneAddress(
            accountsPath,
            buildSignUp(`${randomText()}@victims.test`, `${randomText()} lamps`),
          ),
      },
      "forgotten password": createAttack(200, "/forgot-password", () => ({ form: { email: victim.email } })),
      "verification link": createAttack(200, "/verify-email/send", () => ({
        form: { email: victim.unverifiedEmail },
      })),
      "passkey prompt": createAttack(200, "/sign-in/passkey", () => ({ form: {} })),
    },
    stop: () => {
      for (const client of [...clients, singleClient]) client.stop();
    },
  };
}
