import assert from "node:assert/strict";
import { test } from "node:test";
import { matchAndEraseFilters, matchFilter, type PersonIdentity } from "./match-filters.ts";

const person: PersonIdentity = {
  first_name: "Mei Ling",
  last_name: "Tan",
  email: "Mei@Gmail.com",
  phone: "+60123456789",
  code: "A10",
};

function listMatches(key: string, values: readonly string[], identity = person): string[] {
  return values.map((value) => matchFilter(key, value, identity));
}

const repeatMatch = (match: string, values: readonly unknown[]) => values.map(() => match);

test("an export filter with a full name, email, code or phone number matches this person fully", () => {
  const fullMatches = [
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
  assert.deepEqual(listMatches("query", fullMatches), repeatMatch("full", fullMatches));
  const chinesePerson = { ...person, first_name: "美玲", last_name: "陈" };
  assert.deepEqual(listMatches("query", ["陈美玲", "美玲陈", "陈 美玲"], chinesePerson), [
    "full",
    "full",
    "full",
  ]);
});

test("an export filter with only one name or some phone digits of a person matches this person partially", () => {
  const partialMatches = ["tan", "mei-ling", "Ling", "2345678", "56789", "456 789"];
  assert.deepEqual(listMatches("query", partialMatches), repeatMatch("partial", partialMatches));
  const nonMatches = [
    "gmail",
    "gmail.com",
    "ta",
    "lin",
    "tan wei",
    "A1",
    "A",
    "6789",
    "999 9999",
    "",
    " - ",
    "*",
  ];
  assert.deepEqual(listMatches("query", nonMatches), repeatMatch("none", nonMatches));
  assert.deepEqual(listMatches("query", ["tan"], { ...person, first_name: "" }), ["partial"]);
});

test("an export filter by email or code matches only an equal email or code, never an empty value", () => {
  assert.deepEqual(listMatches("code", ["a10", "A1", "A100", ""]), ["full", "none", "none", "none"]);
  assert.deepEqual(listMatches("email", ["MEI@GMAIL.COM", "gmail", "mei@gmail.com.my"]), [
    "full",
    "none",
    "none",
  ]);
  assert.deepEqual(listMatches("phone", ["+60123456789", "0123456789", "+60123456780"]), [
    "full",
    "full",
    "none",
  ]);
  const emptyPerson = { first_name: "", last_name: "", email: "", phone: "", code: "" };
  for (const key of ["email", "code", "phone", "query"])
    assert.deepEqual(listMatches(key, ["", "mei", "0123456789"], emptyPerson), ["none", "none", "none"], key);
});

test("an export filter matches a person's phone number with or without the country calling code", () => {
  const formats = ["012-345 6789", "+60 12 345 6789", "(012) 3456789", "0060 12-345 6789"];
  for (const phone of formats) {
    const guest = { ...person, phone };
    assert.deepEqual(listMatches("query", ["+60123456789", "012/345 6789"], guest), ["full", "full"], phone);
    assert.deepEqual(listMatches("phone", ["+60123456780", "+60129876543"], guest), ["none", "none"], phone);
  }
  const shortNumber = { ...person, phone: "56789" };
  assert.deepEqual(listMatches("phone", ["+60123456789", "56789"], shortNumber), ["partial", "full"]);
  for (const phone of ["6789", "ask her", ""])
    assert.deepEqual(listMatches("query", ["+60123456789"], { ...person, phone }), ["none"], phone);
});

test("export filters such as tags match no person and are kept when a person is erased", () => {
  const filters = { tags: "Tan Mei Ling", ids: "7", query: "tan" };
  assert.deepEqual(matchAndEraseFilters(filters, [person]), {
    match: "partial",
    erasedFilters: { ...filters, query: "(erased)" },
  });
  assert.equal(matchAndEraseFilters({ tags: "Tan" }, [person]).match, "none");
});

test("if several export filters are compared with several people, the result is the best match", () => {
  assert.equal(matchAndEraseFilters({ query: "tan", code: "A10" }, [person]).match, "full");
  const guest = { ...person, first_name: "Tan", last_name: "", code: "", email: "tan@work.my" };
  assert.equal(matchAndEraseFilters({ query: "tan@work.my" }, [person, guest]).match, "full");
  assert.equal(matchAndEraseFilters({ query: "tan@work.my" }, []).match, "none");
});
