import assert from "node:assert/strict";
import { test } from "node:test";
import { includeCurrentChoice, listCountries, listCurrencies, listTimezones } from "./choices.ts";

test("countries, currencies and time zones have names and no invalid codes", () => {
  const countries = listCountries();
  assert.ok(countries.some(({ label }) => label === "Malaysia (MY)"));
  assert.ok(countries.length > 190 && countries.length < 300, `${countries.length} countries`);
  assert.equal(
    countries.some(({ value }) => value === "EU" || value === "ZZ"),
    false,
  );
  assert.ok(listCurrencies().some(({ label }) => label === "Malaysian Ringgit (MYR)"));
  assert.ok(
    listTimezones().some(({ value, label }) => value === "America/New_York" && label === "America/New York"),
  );
});

test("a record's value, such as its time zone, remains a choice even if the browser does not know it", () => {
  assert.deepEqual(includeCurrentChoice([{ value: "UTC", label: "UTC" }], "Mars/Olympus")[0], {
    value: "Mars/Olympus",
    label: "Mars/Olympus",
  });
  assert.equal(includeCurrentChoice([{ value: "UTC", label: "UTC" }], "UTC").length, 1);
});
