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
  const postFromOne = createPost(singleClient, adminOrigin);
  let count = 0;
  const postFromMany = (path: string, content: object) =>
    (posts[count++ % posts.length] ?? postFromOne)(path, content);
  const random = () => randomBytes(8).toString("hex");
  const signUp = (email: string, password: string) => ({
    json: { account: { email, password, name: "Maya Rahman" } },
  });
  const fromMany = (expected: number, path: string, build: () => object): Attack => ({
    expected,
    send: () => postFromMany(path, build()),
    workerCount: 8,
  });
  const accounts = "/api/console/accounts.json";
  return {
    attacks: {
      "sign-in guess": fromMany(401, "/api/console/session.json", () => ({
        json: { session: { email: victim.email, password: random() } },
      })),
      "sign-in guess at unknown accounts": fromMany(401, "/api/console/session.json", () => ({
        json: { session: { email: `${random()}@victims.test`, password: random() } },
      })),
      "common password": fromMany(422, accounts, () => signUp(`${random()}@victims.test`, "password1234")),
      "long password": fromMany(422, accounts, () =>
        signUp(`${random()}@victims.test`, "qwertyuiop".repeat(20)),
      ),
      "sign-up of a known address": fromMany(422, accounts, () => signUp(victim.email, `${random()} lamps`)),
      "sign-up": {
        expected: 200,
        send: () => postFromOne(accounts, signUp(`${random()}@victims.test`, `${random()} lamps`)),
      },
      "forgotten password": fromMany(200, "/forgot-password", () => ({ form: { email: victim.email } })),
      "verification link": fromMany(200, "/verify-email/send", () => ({
        form: { email: victim.unverifiedEmail },
      })),
      "passkey prompt": fromMany(200, "/sign-in/passkey", () => ({ form: {} })),
    },
    stop: () => {
      for (const client of [...clients, singleClient]) client.stop();
    },
  };
}
