import assert from "node:assert/strict";
import { test } from "node:test";
import { findNaming, namedInFilters, type PersonIdentity } from "./named-in-filter.ts";

const person: PersonIdentity = {
  first_name: "Mei Ling",
  last_name: "Tan",
  email: "Mei@Gmail.com",
  phone: "+60123456789",
  code: "A10",
};

function namings(key: string, values: readonly string[], customer = person): string[] {
  return values.map((value) => findNaming(key, value, customer));
}

const all = (naming: string, values: readonly unknown[]) => values.map(() => naming);

test("a full name, an address, a code or a phone number identifies a person wholly", () => {
  const whole = [
    "Tan, Mei Ling",
    "mei-ling tan",
    "vip: ling mei tan (ipoh)",
    "Mei Ling <mei@gmail.com>",
    " MEI@gmail.com ",
    "a10",
    "012-345 6789",
    "+60 (0)12-345 6789",
    "0060123456789",
    "345 6789",
  ];
  assert.deepEqual(namings("query", whole), all("wholly", whole));
  const chinese = { ...person, first_name: "美玲", last_name: "陈" };
  assert.deepEqual(namings("query", ["陈美玲", "美玲陈", "陈 美玲"], chinese), all("wholly", [1, 2, 3]));
});

test("an ambiguous name identifies a person partly, and only by words of three letters", () => {
  const part = ["tan", "mei-ling", "Ling", "2345678"];
  assert.deepEqual(namings("query", part), all("partly", part));
  const none = ["gmail", "gmail.com", "ta", "lin", "tan wei", "A1", "A", "6789", "999 9999", "", " - ", "*"];
  assert.deepEqual(namings("query", none), all("not", none));
  assert.deepEqual(namings("query", ["tan"], { ...person, first_name: "" }), ["partly"]);
});

test("an address and a code match only whole, and empty fields match nothing", () => {
  assert.deepEqual(namings("code", ["a10", "A1", "A100", ""]), ["wholly", "not", "not", "not"]);
  assert.deepEqual(namings("email", ["MEI@GMAIL.COM", "gmail", "mei@gmail.com.my"]), [
    "wholly",
    "not",
    "not",
  ]);
  assert.deepEqual(namings("phone", ["+60123456789", "0123456789", "+60123456780"]), [
    "wholly",
    "wholly",
    "not",
  ]);
  const unnamed = { first_name: "", last_name: "", email: "", phone: "", code: "" };
  for (const key of ["email", "code", "phone", "query"])
    assert.deepEqual(namings(key, ["", "mei", "0123456789"], unnamed), ["not", "not", "not"], key);
});

test("a phone number of an order matches with or without the country code", () => {
  const written = ["012-345 6789", "+60 12 345 6789", "(012) 3456789", "0060 12-345 6789"];
  for (const phone of written) {
    const guest = { ...person, phone };
    assert.deepEqual(namings("query", ["+60123456789", "012/345 6789"], guest), ["wholly", "wholly"], phone);
    assert.deepEqual(namings("phone", ["+60123456780", "+60129876543"], guest), ["not", "not"], phone);
  }
  assert.deepEqual(namings("phone", ["+60123456789"], { ...person, phone: "56789" }), ["partly"]);
  for (const phone of ["6789", "ask her", ""])
    assert.deepEqual(namings("query", ["+60123456789"], { ...person, phone }), ["not"], phone);
});

test("tags and other filters identify no one and stay as they are", () => {
  const filters = { tags: "Tan Mei Ling", ids: "7", query: "tan" };
  assert.deepEqual(namedInFilters(filters, [person]), {
    naming: "partly",
    erased: { ...filters, query: "(erased)" },
  });
  assert.equal(namedInFilters({ tags: "Tan" }, [person]).naming, "not");
  assert.equal(namedInFilters({ query: "tan", code: "A10" }, [person]).naming, "wholly");
  const guest = { ...person, first_name: "Tan", last_name: "", code: "", email: "tan@work.my" };
  assert.equal(namedInFilters({ query: "tan@work.my" }, [person, guest]).naming, "wholly");
  assert.equal(namedInFilters({ query: "tan@work.my" }, []).naming, "not");
});
