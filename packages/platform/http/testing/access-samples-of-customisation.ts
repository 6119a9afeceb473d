import { installationOf } from "@souk/testkit";
import type { Ground } from "./access-callers.ts";

type Kind = "snippets" | "script_tags" | "admin_links" | "curls";

const singulars = {
  snippets: "snippet",
  script_tags: "script_tag",
  admin_links: "admin_link",
  curls: "curl",
};

function bodyOf(kind: Kind, { receiver }: Ground): object {
  const bodies = {
    snippets: { field: "global/head", value: "<!-- a sample -->" },
    script_tags: { src: `${receiver.url}/sample.js` },
    admin_links: { label: "Sample", url: "/sample", placement: "product" },
    curls: { topic: "shipping/list/cod", url: `${receiver.url}/rates` },
  };
  return bodies[kind];
}

const changes = {
  snippets: { value: "<!-- another -->" },
  script_tags: { src: "https://cdn.shop-scripts.dev/sample.js" },
  admin_links: { label: "Another" },
  curls: { url: "https://cdn.shop-scripts.dev/rates" },
};

/** A record of the app, made for one call. */
async function made(kind: Kind, ground: Ground): Promise<number> {
  const { testing, shop, tokens } = ground;
  const url = `${shop.origin}/api/3.0/${kind}.json`;
  const answer = await testing.request(url, {
    method: "POST",
    token: tokens.full,
    json: bodyOf(kind, ground),
  });
  if (answer.status !== 200) throw new Error(`${kind}: ${answer.status} ${answer.text}`);
  return answer.json<Record<string, { id: number }>>()[singulars[kind]]?.id ?? 0;
}

function recordSamples<const N extends Kind>(kind: N) {
  const one = async (ground: Ground) => ({ params: { id: await made(kind, ground) } });
  return {
    [`${kind}.list`]: async () => ({}),
    [`${kind}.count`]: async () => ({}),
    [`${kind}.create`]: async (ground: Ground) => ({ body: bodyOf(kind, ground) }),
    [`${kind}.get`]: one,
    [`${kind}.update`]: async (ground: Ground) => ({ ...(await one(ground)), body: changes[kind] }),
    [`${kind}.delete`]: one,
  } as Record<
    `${N}.${"list" | "count" | "get" | "create" | "update" | "delete"}`,
    (ground: Ground) => Promise<{ params?: Readonly<Record<string, number>>; body?: object }>
  >;
}

/** How the operations of what apps put into a shop are called, always with ids of the shop that is called. */
export const customisationSamples = {
  ...recordSamples("snippets"),
  ...recordSamples("script_tags"),
  ...recordSamples("admin_links"),
  ...recordSamples("curls"),
  "customisations.get": async (ground: Ground) => ({
    params: { id: await installationOf(ground.shop, ground.app) },
  }),
  "customisations.delete": async (ground: Ground) => ({
    params: {
      id: await installationOf(ground.shop, ground.app),
      kind: "snippets",
      record_id: await made("snippets", ground),
    },
  }),
  "app_links.list": () => ({ query: "placement=product" }),
  "app_links.open": async (ground: Ground) => ({
    params: { id: await made("admin_links", ground) },
    body: { ids: [ground.shop.variants[0]?.product_id ?? 0] },
  }),
};
