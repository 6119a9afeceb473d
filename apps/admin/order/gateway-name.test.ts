import assert from "node:assert/strict";
import { test } from "node:test";
import { getGatewayName } from "./gateway-name.ts";

test("a payment gateway is named by its custom title, or else by the page's label for its type", () => {
  assert.equal(getGatewayName({ type: "manual", title: "Bank transfer", method: "" }), "Bank transfer");
  assert.equal(getGatewayName({ type: "manual", title: "", method: "" }), "Manual");
  assert.equal(getGatewayName({ type: "point", title: "Point", method: "" }), "Loyalty points");
  assert.equal(getGatewayName({ type: "cards", title: "Cards", method: "visa" }), "Cards (visa)");
});
