import assert from "node:assert/strict";
import { test } from "node:test";
import { getBuyerContact, getBuyerEmail, getBuyerName } from "./buyer.ts";

const mei = { id: 7, code: "", first_name: "Mei", last_name: "Tan", email: "", phone: "" };

test("a buyer is shown by name, with the email as contact", () => {
  const order = { customer: mei, email: "mei@kedai.test", phone: "+60123456789" };
  assert.deepEqual([getBuyerName(order), getBuyerContact(order)], ["Mei Tan", "mei@kedai.test"]);
});

test("a buyer without a name is shown by email, or by phone if there is no email", () => {
  const order = { customer: null, email: "mei@kedai.test", phone: "+60123456789" };
  assert.deepEqual([getBuyerName(order), getBuyerContact(order)], ["mei@kedai.test", "+60123456789"]);
  const orderWithPhone = { ...order, email: "" };
  assert.deepEqual([getBuyerName(orderWithPhone), getBuyerContact(orderWithPhone)], ["+60123456789", ""]);
  const orderWithoutBuyer = { customer: null, email: "", phone: "" };
  assert.deepEqual([getBuyerName(orderWithoutBuyer), getBuyerContact(orderWithoutBuyer)], ["", ""]);
});

test("the buyer's email is the order's, or the customer's if the order has none", () => {
  const customer = { ...mei, email: "mei@home.test" };
  assert.equal(getBuyerEmail({ customer, email: "mei@kedai.test" }), "mei@kedai.test");
  assert.equal(getBuyerEmail({ customer, email: "" }), "mei@home.test");
  assert.equal(getBuyerEmail({ customer: null, email: "" }), "");
});
