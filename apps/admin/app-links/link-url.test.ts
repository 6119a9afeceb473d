import assert from "node:assert/strict";
import { test } from "node:test";
import { buildLinkRedirectUrl, buildLinkUrl, parseOpenedLink } from "./link-url.ts";

const app = { id: 3, client_id: "souk_app_x", name: "Print", embedded: true, has_access: true };
const link = { id: 5, label: "Print", placement: "products" as const, app };

test("an embedded app's link opens the app's page with the link id and the record ids", () => {
  const url = buildLinkUrl("demo", link, [17, 4]);
  assert.equal(url, "/demo/apps/installed/souk_app_x?link=5&ids=17,4");
  const query = new URL(url, "https://admin.souk.test").searchParams;
  const openedLink = parseOpenedLink({ link: query.get("link") ?? "", ids: query.get("ids") ?? "" });
  assert.deepEqual(openedLink, { id: 5, recordIds: [17, 4] });
});

test("the link of an app that isn't embedded goes to the server, which redirects to the app", () => {
  assert.equal(
    buildLinkUrl("demo", { ...link, app: { ...app, embedded: false } }, [17]),
    buildLinkRedirectUrl("demo", { id: 5, recordIds: [17] }),
  );
  assert.equal(buildLinkRedirectUrl("demo", { id: 5, recordIds: [17] }), "/demo/apps/link/5?ids=17");
});

test("no admin link is opened if the link id or a record id in the URL is missing or invalid", () => {
  for (const [linkId, ids] of [
    ["", ""],
    ["5", ""],
    ["", "17"],
    ["x", "17"],
    ["5", "17,"],
    ["5", "0"],
    ["5", "1;2"],
  ] as const)
    assert.equal(parseOpenedLink({ link: linkId, ids }), null, `${linkId} ${ids}`);
});
