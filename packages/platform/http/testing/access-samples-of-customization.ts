import { loadInstallationId } from "@souk/testkit";
import type { AccessFixture } from "./access-fixture.ts";

type Kind = "snippets" | "script_tags" | "admin_links" | "curls";

const singulars = {
  snippets: "snippet",
  script_tags: "script_tag",
  admin_links: "admin_link",
  curls: "curl",
};

function buildBody(kind: Kind, { receiver }: AccessFixture): object {
  const bodies = {
    snippets: { field: "global/head", value: "<!-- a sample -->" },
    script_tags: { src: `${receiver.url}/sample.js` },
    admin_links: { label: "Sample", url: "/sample", placement: "product" },
    curls: { topic: "shipping/list/cod", url: `${receiver.url}/rates` },
  };
  return bodies[kind];
}

const changesByKind = {
  snippets: { value: "<!-- another -->" },
  script_tags: { src: "https://cdn.shop-scripts.dev/sample.js" },
  admin_links: { label: "Another" },
  curls: { url: "https://cdn.shop-scripts.dev/rates" },
};

/** Create a record of the app for one call. */
async function createRecord(kind: Kind, fixture: AccessFixture): Promise<number> {
  const { testPlatform, store, tokens } = fixture;
  const url = `${store.origin}/api/3.0/${kind}.json`;
  const response = await testPlatform.request(url, {
    method: "POST",
    token: tokens.full,
    json: buildBody(kind, fixture),
  });
  if (response.status !== 200) throw new Error(`${kind}: ${response.status} ${response.text}`);
  return response.json<Record<string, { id: number }>>()[singulars[kind]]?.id ?? 0;
}

function buildRecordSamples<const N extends Kind>(kind: N) {
  const createRecordSample = async (fixture: AccessFixture) => ({
    params: { id: await createRecord(kind, fixture) },
  });
  return {
    [`${kind}.list`]: async () => ({}),
    [`${kind}.count`]: async () => ({}),
    [`${kind}.create`]: async (fixture: AccessFixture) => ({ body: buildBody(kind, fixture) }),
    [`${kind}.get`]: createRecordSample,
    [`${kind}.update`]: async (fixture: AccessFixture) => ({
      ...(await createRecordSample(fixture)),
      body: changesByKind[kind],
    }),
    [`${kind}.delete`]: createRecordSample,
  } as Record<
    `${N}.${"list" | "count" | "get" | "create" | "update" | "delete"}`,
    (fixture: AccessFixture) => Promise<{ params?: Readonly<Record<string, number>>; body?: object }>
  >;
}

/**
 * Sample calls of the operations for customizations, always with ids of the store that is called.
 */
export const customizationSamples = {
  ...buildRecordSamples("snippets"),
  ...buildRecordSamples("script_tags"),
  ...buildRecordSamples("admin_links"),
  ...buildRecordSamples("curls"),
  "customizations.get": async (fixture: AccessFixture) => ({
    params: { id: await loadInstallationId(fixture.store, fixture.app) },
  }),
  "customizations.delete": async (fixture: AccessFixture) => ({
    params: {
      id: await loadInstallationId(fixture.store, fixture.app),
      kind: "snippets",
      record_id: await createRecord("snippets", fixture),
    },
  }),
  "app_links.list": () => ({ query: "placement=product" }),
  "app_links.open": async (fixture: AccessFixture) => ({
    params: { id: await createRecord("admin_links", fixture) },
    body: { ids: [fixture.store.variants[0]?.product_id ?? 0] },
  }),
};
