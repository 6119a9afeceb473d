import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { type Customer, type CustomerFixture, createCustomerFixture } from "./testing/customer-fixture.ts";

let testPlatform: TestPlatform;
let fixture: CustomerFixture;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  fixture = await createCustomerFixture(testPlatform);
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
after(() => testPlatform.stop());

interface List {
  customers: Customer[];
  total_count: number;
  next_cursor?: string | null;
}

async function listNames(path: string): Promise<string[]> {
  const { customers } = await fixture.callOk<List>("GET", path);
  return customers.map(({ first_name }) => first_name);
}

const search = (query: string) => listNames(`/3.0/customers/search.json?sort=id.asc&${query}`);
const searchWords = (words: string) => search(`query=${encodeURIComponent(words)}`);

test("CUS-1: a customer is found by email, phone or code in any spelling", async () => {
  assert.deepEqual(await search("email=AISYAH.RAHMAN%40KEDAI.MY"), ["Aisyah"]);
  for (const phone of ["0123456789", "+60123456789", "+60 12-345 6789", "0060 12 345 6789", "(012) 345.6789"])
    assert.deepEqual(await search(`phone=${encodeURIComponent(phone)}`), ["Aisyah"], phone);
  assert.deepEqual(await search("phone=%2B34612345678"), ["José"]);
  assert.deepEqual(await search("code=c-88"), ["陈"]);
  assert.deepEqual(await search("email=aisyah.rahman%40kedai.my&code=c-88"), []);
  assert.deepEqual(await search("email=rahman%40kedai.my"), []);
  const path = "/3.0/customers/search.json";
  assert.deepEqual(await fixture.expectError("GET", path), ["query required"]);
  assert.deepEqual(await fixture.expectError("GET", `${path}?phone=nobody`), ["phone invalid_format"]);
});

test("a customer search matches parts of names, emails, codes and tags in any script", async () => {
  for (const [query, expectedNames] of [
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
    assert.deepEqual(await searchWords(query), expectedNames, query);
});

test("a customer is found by their phone number or a part of it, in any spelling", async () => {
  for (const query of ["012-345 6789", "0123456789", "+60 12 345", "60123456789", "345 6789", "012 345"])
    assert.ok((await searchWords(query)).includes("Aisyah"), query);
  assert.deepEqual(await searchWords("612 34 56 78"), ["José"]);
  assert.deepEqual(await searchWords("999 9999"), []);
});

test("filters apply to the customer list and to its count, alone and combined", async () => {
  for (const [query, expectedNames] of [
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
    assert.deepEqual(await listNames(`/3.0/customers.json?sort=id.asc&${query}`), expectedNames, query);
    for (const version of ["3.0", "4.0"])
      assert.deepEqual(
        await fixture.callOk("GET", `/${version}/customers/count.json?${query}`),
        { count: expectedNames.length },
        query,
      );
  }
});

test("customers can be sorted by updated_at, id, name or total_spent", async () => {
  assert.deepEqual(await listNames("/3.0/customers.json"), ["علي", "José", "陈", "Aisyah"]);
  assert.deepEqual(await listNames("/3.0/customers.json?sort=name.asc"), ["Aisyah", "José", "علي", "陈"]);
  await testPlatform.database.query(
    "update customers set total_spent = 12.5 where store_id = $1 and first_name = 'José'",
    [fixture.store.id],
  );
  assert.deepEqual((await listNames("/3.0/customers.json?sort=total_spent.desc"))[0], "José");
  const { customers } = await fixture.callOk<List>("GET", "/3.0/customers.json?sort=id.asc");
  const [, secondCustomer] = customers;
  const list = await fixture.callOk<List>("GET", `/3.0/customers.json?since_id=${secondCustomer?.id}`);
  assert.deepEqual(
    list.customers.map(({ id }) => id),
    customers.slice(1).map(({ id }) => id),
  );
  assert.equal(list.total_count, 3);
  assert.deepEqual(
    await fixture
      .expectError("GET", "/3.0/customers.json?sort=phone.asc")
      .then(([first]) => first?.split(" ")[0]),
    "sort",
  );
});

test("API-5: cursor pages of API 4.0 contain each customer once, even if customers change", async () => {
  const listedIds: number[] = [];
  for (let cursor: string | null | undefined = ""; cursor != null; ) {
    const path: string = `/4.0/customers.json?limit=1&sort=id.asc${cursor ? `&cursor=${cursor}` : ""}`;
    const page: List = await fixture.callOk<List>("GET", path);
    listedIds.push(...page.customers.map(({ id }) => id));
    assert.equal(page.total_count, 4);
    await fixture.put(listedIds[0] ?? 0, { note: `seen ${listedIds.length}` });
    cursor = page.next_cursor;
  }
  const completeList = await fixture.callOk<List>("GET", "/3.0/customers.json?sort=id.asc");
  assert.deepEqual(
    listedIds,
    completeList.customers.map(({ id }) => id),
  );
});

test("after a change, a search finds a customer only by the current values", async () => {
  const { id } = await fixture.create({ first_name: "Former", phone: "017-222 3333", tags: ["early"] });
  await fixture.put(id, { first_name: "Later", phone: "", tags: ["late"] });
  assert.deepEqual(await searchWords("former"), []);
  assert.deepEqual(await searchWords("017-222 3333"), []);
  assert.deepEqual(await searchWords("early"), []);
  assert.deepEqual(await searchWords("later late"), ["Later"]);
  await fixture.callOk("POST", "/4.0/tags.json", {
    name: "patron",
    resource_type: "customer",
    resource_ids: [id],
  });
  assert.deepEqual(await searchWords("patron"), ["Later"]);
  await fixture.callOk("DELETE", `/3.0/customers/${id}.json`);
  assert.deepEqual(await searchWords("later"), []);
});

test("no search finds another store's customer", async () => {
  const otherStore = await createCustomerFixture(testPlatform);
  await otherStore.create({ first_name: "Aisyah", email: "aisyah.rahman@kedai.my", phone: "0123456789" });
  assert.equal((await searchWords("aisyah")).length, 1);
  assert.equal((await search("phone=0123456789")).length, 1);
  const otherList = await otherStore.callOk<List>("GET", "/3.0/customers.json?query=aisyah");
  assert.equal(otherList.total_count, 1);
});
