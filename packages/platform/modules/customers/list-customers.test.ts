import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type Customer, type CustomerFixture, createCustomerFixture } from "./testing/customer-fixture.ts";

let testing: TestPlatform;
let fixture: CustomerFixture;

before(async () => {
  testing = await testPlatform({ role: "api" });
  fixture = await createCustomerFixture(testing);
  for (const customer of [
    {
      first_name: "Aisyah",
      last_name: "Rahman",
      email: "aisyah.rahman@kedai.my",
      phone: "012-345 6789",
      tags: ["vip"],
    },
    { first_name: "陈", last_name: "伟玲", email: "weiling@kedai.my", code: "C-88", country_code: "SG" },
    {
      first_name: "José",
      last_name: "Núñez",
      phone: "+34 612 34 56 78",
      accepts_marketing: true,
      country_code: "ES",
    },
    { first_name: "علي", last_name: "حسن", email: "ali@suq.example", tags: ["vip", "souk"] },
  ])
    await fixture.create(customer);
});
after(() => testing.stop());

interface List {
  customers: Customer[];
  total_count: number;
  next_cursor?: string | null;
}

async function names(path: string): Promise<string[]> {
  const { customers } = await fixture.done<List>("GET", path);
  return customers.map(({ first_name }) => first_name);
}

const search = (query: string) => names(`/3.0/customers/search.json?sort=id.asc&${query}`);
const find = (query: string) => search(`query=${encodeURIComponent(query)}`);

test("CUS-1: a customer is found by email, phone or code, however they are spelled", async () => {
  assert.deepEqual(await search("email=AISYAH.RAHMAN%40KEDAI.MY"), ["Aisyah"]);
  for (const phone of [
    "0123456789",
    "%2B60123456789",
    "+60 12-345 6789",
    "0060 12 345 6789",
    "(012) 345.6789",
  ])
    assert.deepEqual(
      await search(`phone=${phone.replaceAll(" ", "%20").replace("+", "%2B")}`),
      ["Aisyah"],
      phone,
    );
  assert.deepEqual(await search("phone=%2B34612345678"), ["José"]);
  assert.deepEqual(await search("code=c-88"), ["陈"]);
  assert.deepEqual(await search("email=aisyah.rahman%40kedai.my&code=c-88"), []);
  assert.deepEqual(await search("email=rahman%40kedai.my"), []);
  const path = "/3.0/customers/search.json";
  assert.deepEqual(await fixture.expectError("GET", path), ["query required"]);
  assert.deepEqual(await fixture.expectError("GET", `${path}?phone=nobody`), ["phone invalid_format"]);
});

test("words match any script and case, in parts of names, emails, codes and tags", async () => {
  for (const [query, found] of [
    ["aisy", ["Aisyah"]],
    ["RAHMAN aisyah", ["Aisyah"]],
    ["aisyah.rahman@ke", ["Aisyah"]],
    ["weiling@", ["陈"]],
    ["kedai.my", ["Aisyah", "陈"]],
    ["伟玲", ["陈"]],
    ["玲", ["陈"]],
    ["núñez", ["José"]],
    ["حسن", ["علي"]],
    ["c-88", ["陈"]],
    ["vip", ["Aisyah", "علي"]],
    ["souk حسن", ["علي"]],
    ["nobody", []],
    ["!!!", []],
  ] as const)
    assert.deepEqual(await find(query), found, query);
});

test("a phone number, or a part of one, is found in any spelling", async () => {
  for (const query of ["012-345 6789", "0123456789", "+60 12 345", "60123456789", "345 6789", "012 345"])
    assert.ok((await find(query)).includes("Aisyah"), query);
  assert.deepEqual(await find("612 34 56 78"), ["José"]);
  assert.deepEqual(await find("999 9999"), []);
});

test("filters narrow a list and its count alike, each and combined", async () => {
  for (const [query, found] of [
    ["tags=souk,nothing", ["علي"]],
    ["tags=vip&query=aisyah", ["Aisyah"]],
    ["country_code=sg", ["陈"]],
    ["accepts_marketing=true", ["José"]],
    ["accepts_marketing=false&country_code=ES", []],
    ["email=ALI%40suq.example", ["علي"]],
    ["phone=0123456789&tags=vip", ["Aisyah"]],
    ["created_at_max=2001-01-01T00:00:00Z", []],
    ["updated_at_min=2001-01-01T00:00:00Z&code=C-88", ["陈"]],
  ] as const) {
    assert.deepEqual(await names(`/3.0/customers.json?sort=id.asc&${query}`), found, query);
    for (const version of ["3.0", "4.0"])
      assert.deepEqual(
        await fixture.done("GET", `/${version}/customers/count.json?${query}`),
        { count: found.length },
        query,
      );
  }
});

test("lists are sorted by change, id, name or spending; since_id implies id", async () => {
  assert.deepEqual(await names("/3.0/customers.json"), ["علي", "José", "陈", "Aisyah"]);
  assert.deepEqual(await names("/3.0/customers.json?sort=name.asc"), ["Aisyah", "José", "علي", "陈"]);
  await testing.database.query(
    "update customers set total_spent = 12.5 where store_id = $1 and first_name = 'José'",
    [fixture.store.id],
  );
  assert.deepEqual((await names("/3.0/customers.json?sort=total_spent.desc"))[0], "José");
  const { customers } = await fixture.done<List>("GET", "/3.0/customers.json?sort=id.asc");
  const [, second] = customers;
  const rest = await fixture.done<List>("GET", `/3.0/customers.json?since_id=${second?.id}`);
  assert.deepEqual(
    rest.customers.map(({ id }) => id),
    customers.slice(1).map(({ id }) => id),
  );
  assert.equal(rest.total_count, 3);
  assert.deepEqual(
    await fixture
      .expectError("GET", "/3.0/customers.json?sort=phone.asc")
      .then(([first]) => first?.split(" ")[0]),
    "sort",
  );
});

test("API-5: a walk by cursor in 4.0 shows every customer once during changes", async () => {
  const seen: number[] = [];
  for (let cursor: string | null | undefined = ""; cursor != null; ) {
    const path: string = `/4.0/customers.json?limit=1&sort=id.asc${cursor ? `&cursor=${cursor}` : ""}`;
    const page: List = await fixture.done<List>("GET", path);
    seen.push(...page.customers.map(({ id }) => id));
    assert.equal(page.total_count, 4);
    await fixture.put(seen[0] ?? 0, { note: `seen ${seen.length}` });
    cursor = page.next_cursor;
  }
  const all = await fixture.done<List>("GET", "/3.0/customers.json?sort=id.asc");
  assert.deepEqual(
    seen,
    all.customers.map(({ id }) => id),
  );
});

test("a customer's search values follow every change", async () => {
  const { id } = await fixture.create({ first_name: "Former", phone: "017-222 3333", tags: ["early"] });
  await fixture.put(id, { first_name: "Later", phone: "", tags: ["late"] });
  assert.deepEqual(await find("former"), []);
  assert.deepEqual(await find("017-222 3333"), []);
  assert.deepEqual(await find("early"), []);
  assert.deepEqual(await find("later late"), ["Later"]);
  await fixture.done("POST", "/4.0/tags.json", {
    name: "patron",
    resource_type: "customer",
    resource_ids: [id],
  });
  assert.deepEqual(await find("patron"), ["Later"]);
  await fixture.done("DELETE", `/3.0/customers/${id}.json`);
  assert.deepEqual(await find("later"), []);
});

test("no search finds another store's customer", async () => {
  const other = await createCustomerFixture(testing);
  await other.create({ first_name: "Aisyah", email: "aisyah.rahman@kedai.my", phone: "0123456789" });
  assert.equal((await find("aisyah")).length, 1);
  assert.equal((await search("phone=0123456789")).length, 1);
  const theirs = await other.done<List>("GET", "/3.0/customers.json?query=aisyah");
  assert.equal(theirs.total_count, 1);
});
