import assert from "node:assert/strict";
import { test } from "node:test";
import { buyerContact, buyerEmail, buyerName } from "./order-words.ts";

const mei = { id: 7, code: "", first_name: "Mei", last_name: "Tan", email: "", phone: "" };

test("a buyer is named by name, with the contact beside it", () => {
  const order = { customer: mei, email: "mei@kedai.test", phone: "+60123456789" };
  assert.deepEqual([buyerName(order), buyerContact(order)], ["Mei Tan", "mei@kedai.test"]);
});

test("a buyer without a name is named by email address, else by phone", () => {
  const order = { customer: null, email: "mei@kedai.test", phone: "+60123456789" };
  assert.deepEqual([buyerName(order), buyerContact(order)], ["mei@kedai.test", "+60123456789"]);
  const phoned = { ...order, email: "" };
  assert.deepEqual([buyerName(phoned), buyerContact(phoned)], ["+60123456789", ""]);
  const noCustomer = { customer: null, email: "", phone: "" };
  assert.deepEqual([buyerName(noCustomer), buyerContact(noCustomer)], ["", ""]);
});

test("a buyer is emailed at the order's own address, else at the customer's", () => {
  const customer = { ...mei, email: "mei@home.test" };
  assert.equal(buyerEmail({ customer, email: "mei@kedai.test" }), "mei@kedai.test");
  assert.equal(buyerEmail({ customer, email: "" }), "mei@home.test");
  assert.equal(buyerEmail({ customer: null, email: "" }), "");
});
