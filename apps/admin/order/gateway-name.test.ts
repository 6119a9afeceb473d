import assert from "node:assert/strict";
import { test } from "node:test";
import { gatewayName } from "./gateway-name.ts";

test("a payment is named by its custom title, else by the store's words for it", () => {
  assert.equal(gatewayName({ type: "manual", title: "Bank transfer", method: "" }), "Bank transfer");
  assert.equal(gatewayName({ type: "manual", title: "", method: "" }), "Manual");
  assert.equal(gatewayName({ type: "point", title: "Point", method: "" }), "Loyalty points");
  assert.equal(gatewayName({ type: "cards", title: "Cards", method: "visa" }), "Cards (visa)");
});
